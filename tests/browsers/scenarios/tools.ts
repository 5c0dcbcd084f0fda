import assert from "node:assert/strict";
import { openConnectedPage } from "../connected.ts";
import { checkOutcome, type Outcome } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

const CITIES = ["Köln", "Łódź", "東京"];

export const tools: Scenario = {
  name: "tools",
  description: "a call of a tool, with arguments that its schema allows, and a reply to its result",
  async run(context) {
    const page = await openConnectedPage(context);
    const { calls, outcome } = await page.evaluate(callAndAnswer, CITIES);
    checkOutcome(outcome, context);
    if (!context.canReply) return;
    assert.equal(calls.length, 1);
    const [call] = calls;
    assert.equal(call?.name, "go");
    assert.ok(CITIES.map((city) => JSON.stringify({ to: city })).includes(call.arguments), call.arguments);
  },
};

/** In the page: have a tool called, and answer the call. Gives the calls, and the outcome of the last request. */
async function callAndAnswer(
  cities: readonly string[],
): Promise<{ calls: { name: string; arguments: string }[]; outcome: Outcome }> {
  const calls: { name: string; arguments: string }[] = [];
  const parameters = {
    type: "object",
    properties: { to: { enum: cities } },
    required: ["to"],
    additionalProperties: false,
  };
  const request = { model: "fixture-chat", seed: 1 };
  const tools = [{ type: "function" as const, function: { name: "go", parameters } }];
  const question = { role: "user" as const, content: "Please go to Köln." };
  try {
    const first = await client.chat.completions.create({
      ...request,
      tools,
      messages: [question],
      tool_choice: "required",
      parallel_tool_calls: false,
    });
    const message = first.choices[0]?.message;
    if (message === undefined) throw new Error("The reply has no message.");
    for (const call of message.tool_calls ?? []) if (call.type === "function") calls.push(call.function);
    const results = (message.tool_calls ?? []).map(({ id }) => ({
      role: "tool" as const,
      tool_call_id: id,
      content: "Done.",
    }));
    const { data, response } = await client.chat.completions
      .create({ ...request, messages: [question, message, ...results] })
      .withResponse();
    const [choice] = data.choices;
    const engine = response.headers.get("x-insitu-engine");
    const text = choice?.message.content ?? "";
    return { calls, outcome: { type: "reply", text, finish: choice?.finish_reason, engine, chunks: 1 } };
  } catch (error) {
    const { status, code, message } = Object(error);
    return { calls, outcome: { type: "error", status, code, message: String(message) } };
  }
}
