/** Every refused request names the field at fault. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "./json-body.ts";
import { answer, call, calls, fault, image, png, user, weather } from "./testing/parse-chat.ts";

function expectFault(param: string, fields: JsonObject): void {
  const { status, param: named, message } = fault(fields);
  expect({ status, param: named }).toEqual({ status: 400, param });
  expect(message).toMatch(new RegExp(`^'${param.replace(/[[\].]/g, "\\$&")}' (must|is only allowed) .*\\.$`));
}

describe("a fault in the model or the messages", () => {
  it.each<[string, JsonObject]>([
    ["model", { model: null }],
    ["model", { model: 7 }],
    ["messages", { messages: null }],
    ["messages", { messages: [] }],
    ["messages", { messages: "hi" }],
    ["messages[0]", { messages: ["hi"] }],
    ["messages[0]", { messages: [null] }],
    ["messages[1].role", { messages: [user, { role: "function", content: "x" }] }],
    ["messages[0].role", { messages: [{ content: "x" }] }],
    ["messages[0].content", { messages: [{ role: "user" }] }],
    ["messages[0].content", { messages: [{ role: "user", content: 5 }] }],
    ["messages[0].content", { messages: [{ role: "user", content: [] }] }],
    ["messages[0].content", { messages: [{ role: "system", content: null }] }],
    ["messages[0].content[1]", { messages: [{ role: "user", content: [{ type: "text", text: "a" }, "b"] }] }],
    ["messages[0].content[0].type", { messages: [{ role: "user", content: [{ type: "audio" }] }] }],
    ["messages[0].content[0].text", { messages: [{ role: "user", content: [{ type: "text" }] }] }],
    ["messages[0].content[0].type", { messages: [{ role: "system", content: [image(png)] }] }],
    ["messages[0].content[0]", { messages: [{ role: "user", content: [image(png)] }] }],
    [
      "messages[0].content[0].image_url",
      { model: "eyes", messages: [{ role: "user", content: [{ type: "image_url", image_url: png }] }] },
    ],
    [
      "messages[0].content[0].image_url.url",
      { model: "eyes", messages: [{ role: "user", content: [image("https://elsewhere.org/a.png")] }] },
    ],
    [
      "messages[0].content[0].image_url.url",
      { model: "eyes", messages: [{ role: "user", content: [image("http://images.example.com/a.png")] }] },
    ],
    [
      "messages[0].content[0].image_url.url",
      { model: "eyes", messages: [{ role: "user", content: [image("blob:https://example.org/1")] }] },
    ],
    [
      "messages[0].content[0].image_url.url",
      { model: "eyes", messages: [{ role: "user", content: [image("data:text/html;base64,PGI+")] }] },
    ],
    [
      "messages[0].content[0].image_url.url",
      { model: "eyes", messages: [{ role: "user", content: [image("data:image/png;base64,***")] }] },
    ],
    ["messages[1].content", { messages: [user, { role: "assistant", content: null }] }],
    ["messages[1].tool_calls", { messages: [user, { role: "assistant", content: "x", tool_calls: [] }] }],
    [
      "messages[1].tool_calls[0].id",
      { messages: [user, { role: "assistant", tool_calls: [{ ...call("a"), id: "" }] }] },
    ],
    [
      "messages[1].tool_calls[0].type",
      { messages: [user, { role: "assistant", tool_calls: [{ ...call("a"), type: "custom" }] }] },
    ],
    [
      "messages[1].tool_calls[0].function.name",
      {
        messages: [
          user,
          { role: "assistant", tool_calls: [{ ...call("a"), function: { name: "a b", arguments: "" } }] },
        ],
      },
    ],
    [
      "messages[1].tool_calls[0].function.arguments",
      {
        messages: [
          user,
          { role: "assistant", tool_calls: [{ ...call("a"), function: { name: "a", arguments: {} } }] },
        ],
      },
    ],
    ["messages[1].tool_calls[1].id", { messages: [user, calls("a", "a")] }],
    ["messages[1].tool_calls", { messages: [user, calls("a")] }],
    ["messages[2].role", { messages: [user, calls("a"), user] }],
    ["messages[3].role", { messages: [user, calls("a", "b"), answer("a"), calls("c")] }],
    ["messages[2].tool_call_id", { messages: [user, calls("a"), answer("z")] }],
    ["messages[3].tool_call_id", { messages: [user, calls("a"), answer("a"), answer("a")] }],
    ["messages[0].tool_call_id", { messages: [{ role: "tool", content: "x" }] }],
    ["messages[2].content", { messages: [user, calls("a"), { role: "tool", tool_call_id: "a" }] }],
  ])("names %s (case %#)", expectFault);
});

describe("a fault in another field", () => {
  it.each<[string, JsonObject]>([
    ["stream", { stream: "true" }],
    ["stream_options", { stream_options: { include_usage: true } }],
    ["stream_options", { stream: true, stream_options: true }],
    ["stream_options.include_usage", { stream: true, stream_options: { include_usage: 1 } }],
    ["temperature", { temperature: 2.01 }],
    ["temperature", { temperature: "1" }],
    ["temperature", { temperature: Infinity }],
    ["top_p", { top_p: 0 }],
    ["top_p", { top_p: 1.1 }],
    ["presence_penalty", { presence_penalty: -2.1 }],
    ["frequency_penalty", { frequency_penalty: 3 }],
    ["seed", { seed: 1.5 }],
    ["seed", { seed: 2 ** 60 }],
    ["stop", { stop: "" }],
    ["stop", { stop: [] }],
    ["stop", { stop: ["a", "b", "c", "d", "e"] }],
    ["stop", { stop: 5 }],
    ["stop[1]", { stop: ["a", ""] }],
    ["n", { n: 2 }],
    ["n", { n: "1" }],
    ["tools", { tools: [] }],
    ["tools", { tools: {} }],
    ["tools", { tools: Array.from({ length: 129 }, () => weather) }],
    ["tools[0].type", { tools: [{ type: "retrieval" }] }],
    ["tools[0].function", { tools: [{ type: "function" }] }],
    ["tools[0].function.name", { tools: [{ type: "function", function: { name: "" } }] }],
    ["tools[0].function.name", { tools: [{ type: "function", function: { name: "a".repeat(65) } }] }],
    [
      "tools[0].function.parameters",
      { tools: [{ type: "function", function: { name: "a", parameters: [] } }] },
    ],
    [
      "tools[0].function.parameters.type",
      { tools: [{ type: "function", function: { name: "a", parameters: { type: "string" } } }] },
    ],
    ["tools[1].function.name", { tools: [weather, weather] }],
    ["tool_choice", { tool_choice: "auto" }],
    ["tool_choice", { tools: [weather], tool_choice: "always" }],
    ["tool_choice", { tools: [weather], tool_choice: { type: "function", function: { name: "other" } } }],
    ["tool_choice.type", { tools: [weather], tool_choice: { type: "auto" } }],
    ["tool_choice.function", { tools: [weather], tool_choice: { type: "function" } }],
    ["parallel_tool_calls", { parallel_tool_calls: true }],
    ["parallel_tool_calls", { tools: [weather], parallel_tool_calls: 1 }],
    ["response_format", { response_format: "json" }],
    ["response_format.type", { response_format: { type: "xml" } }],
    ["response_format.json_schema", { response_format: { type: "json_schema" } }],
    [
      "response_format.json_schema.name",
      { response_format: { type: "json_schema", json_schema: { schema: {} } } },
    ],
    [
      "response_format.json_schema.schema",
      { response_format: { type: "json_schema", json_schema: { name: "a" } } },
    ],
    ["response_format.schema", { response_format: { type: "json_object", schema: [] } }],
  ])("names %s (case %#)", expectFault);
});
