// The proof that a question is answered without the network: it is asked while every request is refused.
import * as z from "zod/mini";
import { nextMessage } from "../wire/ask-port.ts";
import {
  type EndRefusal,
  type PageMessage,
  refusalEndedSchema,
  refusingSchema,
} from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { accounts } from "./page-store.ts";
import { WORKER_TIMEOUT_MS } from "./ask-worker.ts";
import { ourController } from "./controller.ts";
import { InsituError } from "./insitu-error.ts";
import { baseURL, scope } from "./location.ts";
import type { Models } from "./models.ts";
import { guardedFetch } from "./page-fetch.ts";
import { pageLock } from "./page-lock.ts";

export interface SelfTestResult {
  /** A reply came, a request to the network was seen to be refused, and none went out. */
  readonly passed: boolean;
  readonly question: string;
  readonly answer: string;
  /** Requests of all the scope's pages and workers that were refused meanwhile, the test's own one among them. */
  readonly refused: number;
  /** Requests that went out all the same. */
  readonly networkRequests: number;
  readonly durationMs: number;
}

const QUESTION = "What is the capital of France?";
/** The key of a test whose page went away dies by itself after this many seconds. */
const KEY_LIFE = 600;

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })),
});
const errorSchema = z.object({ error: z.object({ message: z.string() }) });

/**
 * Ask `model` a question through the ordinary service while the service worker refuses every request to the
 * network, of all pages of the scope.
 *
 * @throws {InsituError} `not-installed` where the model would have to be fetched first; `self-test-failed` where the
 *   service worker was stopped meanwhile, or the service gave an error
 */
export async function selfTest(model: string, models: Pick<Models, "list">): Promise<SelfTestResult> {
  const entry = (await models.list()).find(({ id }) => id === model);
  if (entry?.state.type !== "installed") {
    const text = `The model "${model}" is not installed on this device yet: install it, then test again.`;
    throw new InsituError("not-installed", text);
  }
  const { id, key } = await accounts.createKey({ name: "Self-test", expiresIn: KEY_LIFE });
  const startedAt = performance.now();
  try {
    const refusal = await Refusal.begin();
    try {
      const probeRefused = await isRefused(new URL(`self-test/${crypto.randomUUID()}`, scope));
      const answer = await ask(model, key);
      const { refused, networkRequests } = await refusal.end();
      return {
        passed: probeRefused && refused > 0 && networkRequests === 0 && answer !== "",
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

async function isRefused(probe: URL): Promise<boolean> {
  return fetch(probe, { cache: "no-store" }).then(
    () => false,
    () => true,
  );
}

async function ask(model: string, key: string): Promise<string> {
  const response = await guardedFetch(`${baseURL}/chat/completions`, {
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

/** The service worker refuses all requests to the network. It stops that by itself when this page goes away. */
class Refusal {
  readonly #port: MessagePort;

  private constructor(port: MessagePort) {
    this.#port = port;
  }

  static async begin(): Promise<Refusal> {
    const { port1, port2 } = new MessageChannel();
    const message = { v, type: "refuse-outbound", lock: await pageLock() } satisfies PageMessage;
    ourController()?.postMessage(message, [port2]);
    await answer(port1, refusingSchema);
    return new Refusal(port1);
  }

  async end(): Promise<{ readonly refused: number; readonly networkRequests: number }> {
    this.close();
    return answer(this.#port, refusalEndedSchema);
  }

  close(): void {
    this.#port.postMessage({ v, type: "end-refusal" } satisfies EndRefusal);
  }
}

function answer<Answer>(port: MessagePort, schema: z.ZodMiniType<Answer>): Promise<Answer> {
  return nextMessage(port, schema, AbortSignal.timeout(WORKER_TIMEOUT_MS)).catch(() => {
    const text = "The service worker was stopped during the test, so it proves nothing. Test again.";
    throw new InsituError("self-test-failed", text);
  });
}
