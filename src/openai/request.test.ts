import { describe, expect, it } from "vitest";
import { ApiError } from "./error.ts";
import type { JsonObject } from "./json-body.ts";
import { runAtOnce } from "./testing/run-at-once.ts";
import { type ChatRequest, parseChatRequest, type RequestRules } from "./request.ts";

const models = new Map([
  ["chat", { input_modalities: ["text"], context_length: 8192 }],
  ["eyes", { input_modalities: ["text", "image"], context_length: 8192 }],
]);

const rules: RequestRules = {
  identity: "You are Insitu.",
  model: (id) => models.get(id),
  images: { origin: "https://example.org", allowedHosts: ["images.example.com"] },
};

const user = { role: "user", content: "Hello" };
const weather = { type: "function", function: { name: "weather", parameters: { type: "object" } } };

function parse(fields: JsonObject): ChatRequest {
  return runAtOnce(parseChatRequest({ model: "chat", messages: [user], ...fields }, rules));
}

function fault(fields: JsonObject): Pick<ApiError, "status" | "param" | "code" | "message"> {
  try {
    parse(fields);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`Accepted: ${JSON.stringify(fields)}`);
}

const call = (id: string) => ({ id, type: "function", function: { name: "weather", arguments: "{}" } });
const calls = (...ids: string[]) => ({ role: "assistant", tool_calls: ids.map(call) });
const answer = (id: string) => ({ role: "tool", tool_call_id: id, content: "sunny" });
const image = (url: string) => ({ type: "image_url", image_url: { url } });
const png = "data:image/png;base64,iVBORw0KGgo=";

describe("parseChatRequest", () => {
  it("fills in what a short request leaves out", () => {
    expect(parse({})).toEqual({
      model: "chat",
      stream: false,
      includeUsage: false,
      conversation: {
        system: "You are Insitu.",
        turns: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
        tools: [],
        tool_choice: { type: "none" },
        parallel_tool_calls: true,
        response_format: { type: "text" },
        sampling: {},
        stop: [],
      },
      ignoredFields: [],
    });
  });

  it("counts null as absent in every field, and does not name it as ignored", () => {
    const fields = [
      "stream",
      "stream_options",
      "tools",
      "tool_choice",
      "parallel_tool_calls",
      "response_format",
    ];
    const sampling = ["temperature", "top_p", "presence_penalty", "frequency_penalty", "seed", "stop", "n"];
    const nulls = Object.fromEntries(
      [...fields, ...sampling, "max_tokens", "user"].map((name) => [name, null]),
    );
    expect(parse(nulls)).toEqual(parse({}));
  });

  it("folds system and developer messages behind the identity, wherever they stand", () => {
    const { conversation } = parse({
      messages: [
        { role: "system", content: "One." },
        user,
        { role: "developer", content: [{ type: "text", text: "Two." }] },
      ],
    });
    expect(conversation.system).toBe("You are Insitu.\n\nOne.\n\nTwo.");
    expect(conversation.turns).toHaveLength(1);
  });

  it("forwards sampling unchanged, at both ends of each range", () => {
    const low = { temperature: 0, top_p: 0.001, presence_penalty: -2, frequency_penalty: -2, seed: -7 };
    const high = { temperature: 2, top_p: 1, presence_penalty: 2, frequency_penalty: 2, seed: 2 ** 53 - 1 };
    expect(parse(low).conversation.sampling).toEqual(low);
    expect(parse(high).conversation.sampling).toEqual(high);
  });

  it("takes stop as a string or as up to four", () => {
    expect(parse({ stop: "END" }).conversation.stop).toEqual(["END"]);
    expect(parse({ stop: ["a", "b", "c", "d"] }).conversation.stop).toEqual(["a", "b", "c", "d"]);
  });

  it("names every field that it does not act on", () => {
    const { ignoredFields } = parse({
      max_tokens: 5,
      max_completion_tokens: 5,
      user: "u",
      logprobs: true,
      n: 1,
    });
    expect(ignoredFields).toEqual(["max_tokens", "max_completion_tokens", "user", "logprobs"]);
  });

  it("brings tools, the choice and the format into one form", () => {
    const plain = { type: "function", function: { name: "now", description: null, strict: true } };
    const { conversation } = parse({
      tools: [weather, plain],
      tool_choice: { type: "function", function: { name: "now" } },
      parallel_tool_calls: false,
    });
    expect(conversation.tools).toEqual([
      { name: "weather", parameters: { type: "object" } },
      { name: "now", parameters: { type: "object", properties: {} } },
    ]);
    expect(conversation.tool_choice).toEqual({ type: "function", name: "now" });
    expect(conversation.parallel_tool_calls).toBe(false);
    expect(parse({ tools: [weather] }).conversation.tool_choice).toEqual({ type: "auto" });
    const format = {
      type: "json_schema",
      json_schema: { name: "answer", schema: { type: "object" }, strict: true },
    };
    expect(parse({ response_format: format }).conversation.response_format).toEqual({
      type: "json_schema",
      name: "answer",
      schema: { type: "object" },
    });
  });

  it("takes the schema of a json_object", () => {
    const formatOf = (response_format: object) => parse({ response_format }).conversation.response_format;
    const schema = { title: "Answer", type: "object", properties: { a: { type: "integer" } } };
    expect(formatOf({ type: "json_object", schema })).toEqual({ type: "json_schema", schema });
    for (const none of [null, undefined, {}]) {
      expect(formatOf({ type: "json_object", schema: none })).toEqual({ type: "json_object" });
    }
  });

  it("takes a format beside a choice that forces a call", () => {
    const response_format = { type: "json_object" };
    for (const tool_choice of ["required", { type: "function", function: { name: "weather" } }]) {
      const { conversation } = parse({ tools: [weather], tool_choice, response_format });
      expect(conversation.response_format).toEqual(response_format);
    }
  });

  it("takes a tool round trip, in any order of the answers, with a system message between", () => {
    const messages = [
      user,
      calls("a", "b"),
      answer("b"),
      { role: "system", content: "x" },
      answer("a"),
      calls("a"),
    ];
    const { conversation } = parse({ messages: [...messages, answer("a"), user] });
    expect(conversation.turns.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
      "assistant",
      "tool",
      "user",
    ]);
    expect(conversation.turns[1]).toEqual({
      role: "assistant",
      content: "",
      tool_calls: [call("a"), call("b")],
    });
  });

  it("takes an assistant's content as null, empty or absent where it calls tools, and extra fields", () => {
    for (const content of [{ content: null }, { content: "" }, {}]) {
      const turn = { ...calls("a"), ...content, refusal: null, audio: { id: "x" } };
      expect(parse({ messages: [user, turn, answer("a")] }).conversation.turns[1]).toMatchObject({
        content: "",
      });
    }
  });

  it("takes images by data, from its own origin and from allowed hosts", () => {
    const urls = [png, "https://example.org/a.png", "https://images.example.com/b.webp"];
    const content = [{ type: "text", text: "What is this?" }, ...urls.map(image)];
    const { conversation } = parse({ model: "eyes", messages: [{ role: "user", content }] });
    const field = (index: number) => `messages[0].content[${index + 1}].image_url.url`;
    expect(conversation.turns[0]?.content).toEqual([
      { type: "text", text: "What is this?" },
      ...urls.map((url, index) => ({ type: "image", url, field: field(index) })),
    ]);
  });

  it("makes text well-formed", () => {
    const { conversation } = parse({ messages: [{ role: "user", content: "a\uD800b 😀" }] });
    expect(conversation.turns[0]?.content).toEqual([{ type: "text", text: "a\uFFFDb 😀" }]);
  });

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
  ])("names %s (case %#)", (param, fields) => {
    const { status, param: named, message } = fault(fields);
    expect({ status, param: named }).toEqual({ status: 400, param });
    expect(message).toMatch(
      new RegExp(`^'${param.replace(/[[\].]/g, "\\$&")}' (must|is only allowed) .*\\.$`),
    );
  });

  it("says that a model does not exist, before it looks at the other fields", () => {
    expect(fault({ model: "gpt", temperature: 9 })).toMatchObject({
      status: 400,
      param: "model",
      code: "model_not_found",
    });
    expect(fault({ model: "__proto__" })).toMatchObject({ code: "model_not_found" });
  });

  it("reports the first of many bad items, without looking at the rest", () => {
    let looks = 0;
    const spy = new Proxy({}, { get: () => ((looks += 1), undefined) });
    expect(fault({ messages: [7, ...Array.from({ length: 5_000 }, () => spy)] }).param).toBe("messages[0]");
    expect(looks).toBe(0);
  });

  it("is not fooled by __proto__", () => {
    const body: JsonObject = JSON.parse(
      '{"model":"chat","__proto__":{"messages":[{"role":"user","content":"x"}]},"constructor":1}',
    );
    expect(() => runAtOnce(parseChatRequest(body, rules))).toThrow(/'messages' must be/);
    const tool = JSON.parse(
      '{"type":"function","function":{"name":"a","parameters":{"__proto__":{"type":"string"}}}}',
    );
    expect(Object.getPrototypeOf(parse({ tools: [tool] }).conversation.tools[0]?.parameters)).toBe(
      Object.prototype,
    );
  });

  it("takes images of megabytes", () => {
    const url = `data:image/png;base64,${"A".repeat(19 * 2 ** 20)}`;
    expect(() => parse({ model: "eyes", messages: [{ role: "user", content: [image(url)] }] })).not.toThrow();
  });
});
