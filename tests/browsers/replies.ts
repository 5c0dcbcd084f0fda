/** Requests for replies by the stock SDK of a connected page, and what is expected of their outcomes. */
import assert from "node:assert/strict";
import type { ScenarioContext } from "./scenario.ts";

export type Outcome =
  | {
      readonly type: "reply";
      readonly text: string;
      readonly finish: string | null | undefined;
      /** The header `x-insitu-engine`. */
      readonly engine: string | null;
      /** Number of chunks with text; 1 for a whole reply. */
      readonly chunks: number;
    }
  | {
      readonly type: "error";
      readonly status: unknown;
      readonly code: unknown;
      readonly message: string;
    };

/** In a connected page: a reply in one JSON object. */
export async function askWhole(model: string, question: string): Promise<Outcome> {
  try {
    const { data, response } = await client.chat.completions
      .create({ model, temperature: 0, messages: [{ role: "user", content: question }] })
      .withResponse();
    const [choice] = data.choices;
    return {
      type: "reply",
      text: choice?.message.content ?? "",
      finish: choice?.finish_reason,
      engine: response.headers.get("x-insitu-engine"),
      chunks: 1,
    };
  } catch (error) {
    const { status, code, message } = Object(error);
    return { type: "error", status, code, message: String(message) };
  }
}

/** In a connected page: a streamed reply. */
export async function askStreamed(model: string, question: string): Promise<Outcome> {
  try {
    const { data, response } = await client.chat.completions
      .create({ model, temperature: 0, messages: [{ role: "user", content: question }], stream: true })
      .withResponse();
    let text = "";
    let chunks = 0;
    let finish: string | null | undefined;
    for await (const chunk of data) {
      const [choice] = chunk.choices;
      if (choice?.delta.content) chunks += 1;
      text += choice?.delta.content ?? "";
      finish = choice?.finish_reason ?? finish;
    }
    return { type: "reply", text, finish, engine: response.headers.get("x-insitu-engine"), chunks };
  } catch (error) {
    const { status, code, message } = Object(error);
    return { type: "error", status, code, message: String(message) };
  }
}

/** Check the outcome of a request: a reply of the engine, or a refusal where it cannot run, for lack of WebGPU. */
export function checkOutcome(
  outcome: Outcome | undefined,
  { engine, canReply }: Pick<ScenarioContext, "engine" | "canReply">,
): void {
  const shown = JSON.stringify(outcome);
  assert.ok(outcome, "no outcome");
  if (!canReply) {
    assert.ok(outcome.type === "error", shown);
    assert.deepEqual([outcome.status, outcome.code], [503, "engine_unavailable"], shown);
    assert.match(outcome.message, /WebGPU/);
    return;
  }
  assert.ok(outcome.type === "reply", shown);
  assert.match(outcome.text, /\S/, shown);
  assert.match(outcome.finish ?? "", /^(stop|length)$/, shown);
  assert.ok(outcome.engine?.startsWith(engine), shown);
}
