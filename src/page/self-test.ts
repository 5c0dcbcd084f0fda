// The proof that a question is answered without the network: it is asked while every request is refused.
import * as z from "zod/mini";
import type { Accounts } from "./accounts.ts";
import { InsituError } from "./insitu-error.ts";
import type { Models } from "./models.ts";
import type { OutboundRefusal } from "./refuse-outbound.ts";

export interface SelfTestResult {
  /** True if the model answered, a request to the network was refused, and none went out. */
  readonly passed: boolean;
  readonly question: string;
  readonly answer: string;
  /** Refused requests of all the scope's pages and workers; one of them is the test's own. */
  readonly refused: number;
  /** Requests that went out in spite of it. */
  readonly networkRequests: number;
  readonly durationMs: number;
}

export interface SelfTestServices {
  readonly accounts: Pick<Accounts, "createKey" | "revokeKey">;
  readonly models: Pick<Models, "list">;
  readonly baseURL: string;
  /** Sends a request to the service. */
  readonly fetch: typeof globalThis.fetch;
  /** Sends a request to the network. @returns false if it failed */
  reachNetwork(): Promise<boolean>;
  /** Have the service worker refuse every request to the network. */
  refuseOutbound(): Promise<OutboundRefusal>;
}

const QUESTION = "What is the capital of France?";
/** Lifetime of the test's key, in seconds: it outlives a page that is closed during the test. */
const KEY_LIFETIME_S = 600;

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })),
});
const errorSchema = z.object({ error: z.object({ message: z.string() }) });

/**
 * Ask `model` a question through the ordinary service while the service worker refuses every request to the
 * network, of all pages of the scope.
 *
 * @throws {InsituError} `not-installed` if the model would have to be downloaded first; `self-test-failed` if the
 *   service worker was stopped during the test, or the service returned an error
 */
export async function selfTest(model: string, services: SelfTestServices): Promise<SelfTestResult> {
  const { accounts, models, reachNetwork, refuseOutbound } = services;
  const entry = (await models.list()).find(({ id }) => id === model);
  if (entry?.state.type !== "installed") {
    const text = `The model "${model}" is not installed on this device: install it, then test again.`;
    throw new InsituError("not-installed", text);
  }
  const { id, key } = await accounts.createKey({ name: "Self-test", expiresIn: KEY_LIFETIME_S });
  const startedAt = performance.now();
  try {
    const refusal = await refuseOutbound();
    try {
      const isProbeRefused = !(await reachNetwork());
      const answer = await ask(model, key, services);
      const { refused, networkRequests } = await refusal.end();
      return {
        passed: isProbeRefused && refused > 0 && networkRequests === 0 && answer !== "",
        question: QUESTION,
        answer,
        refused,
        networkRequests,
        durationMs: Math.round(performance.now() - startedAt),
      };
    } finally {
      refusal.close();
    }
  } finally {
    await accounts.revokeKey(id);
  }
}

async function ask(model: string, key: string, { baseURL, fetch }: SelfTestServices): Promise<string> {
  const response = await fetch(`${baseURL}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, messages: [{ role: "user", content: QUESTION }], temperature: 0 }),
  });
  const body: unknown = await response.json();
  const reply = completionSchema.safeParse(body).data?.choices[0];
  if (reply !== undefined) return reply.message.content.trim();
  const reason = errorSchema.safeParse(body).data?.error.message ?? `status ${response.status}`;
  throw new InsituError("self-test-failed", `The question was not answered: ${reason}`);
}
