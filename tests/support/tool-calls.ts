/** Tools, and requests that call them, by the stock SDK of a connected page. */
import type { Page } from "@playwright/test";
import { Ajv2020 } from "ajv/dist/2020.js";
import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionTool,
} from "openai/resources";
import { expect } from "./test.ts";

export const model = "fixture-chat";
export const ajv = new Ajv2020({ strict: false });

/** Names are short, because the fixture model's tokens are bytes and a reply has at most 128. */
export const trip = {
  type: "object",
  properties: {
    to: { enum: ["Köln", "Łódź", "東京"] },
    n: { type: "integer", minimum: 1, maximum: 14 },
    by: { $ref: "#/$defs/by" },
  },
  required: ["to", "n"],
  $defs: {
    by: { type: "array", items: { type: "object", properties: { rail: { type: "boolean" } } }, maxItems: 1 },
  },
};
export const tools: ChatCompletionTool[] = [
  { type: "function", function: { name: "go", description: "Travel somewhere.", parameters: trip } },
  { type: "function", function: { name: "hi" } },
];
export const question = [{ role: "user" as const, content: "Please go to Köln." }];

export function complete(
  page: Page,
  more: Partial<ChatCompletionCreateParamsNonStreaming>,
): Promise<ChatCompletion> {
  return page.evaluate((body) => client.chat.completions.create(body), {
    model,
    messages: question,
    seed: 1,
    ...more,
  });
}

/** The calls of a reply, each checked against its tool's schema. */
export function calls({ choices }: ChatCompletion) {
  return (choices[0]?.message.tool_calls ?? []).map((call) => {
    if (call.type !== "function") throw new Error(`The type of the call is ${call.type}.`);
    const { name, arguments: text } = call.function;
    const given: unknown = JSON.parse(text);
    if (name === "go") expect(ajv.validate(trip, given), `${text}: ${ajv.errorsText()}`).toBe(true);
    else expect(given).toEqual({});
    expect(call.id).toMatch(/^call_[A-Za-z0-9]{24}$/);
    return name;
  });
}
