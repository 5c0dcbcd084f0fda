import { describe, expect, it } from "vitest";
import type { JsonObject } from "./json-body.ts";
import { parseChatRequest } from "./request.ts";
import { answer, call, calls, fault, image, parse, png, rules, user, weather } from "./testing/parse-chat.ts";
import { runAtOnce } from "./testing/run-at-once.ts";

describe("parseChatRequest", () => {
  it("fills in the defaults of a short request", () => {
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

  it("treats null as absent in every field, and does not list it as ignored", () => {
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

  it("moves system and developer messages behind the identity, wherever they stand", () => {
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

  it("accepts `stop` as one string or up to four", () => {
    expect(parse({ stop: "END" }).conversation.stop).toEqual(["END"]);
    expect(parse({ stop: ["a", "b", "c", "d"] }).conversation.stop).toEqual(["a", "b", "c", "d"]);
  });

  it("lists every field that has no effect", () => {
    const { ignoredFields } = parse({
      max_tokens: 5,
      max_completion_tokens: 5,
      user: "u",
      logprobs: true,
      n: 1,
    });
    expect(ignoredFields).toEqual(["max_tokens", "max_completion_tokens", "user", "logprobs"]);
  });

  it("normalises tools, tool choice and response format", () => {
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

  it("accepts a schema with `json_object`", () => {
    const formatOf = (response_format: object) => parse({ response_format }).conversation.response_format;
    const schema = { title: "Answer", type: "object", properties: { a: { type: "integer" } } };
    expect(formatOf({ type: "json_object", schema })).toEqual({ type: "json_schema", schema });
    for (const none of [null, undefined, {}]) {
      expect(formatOf({ type: "json_object", schema: none })).toEqual({ type: "json_object" });
    }
  });

  it("accepts a response format together with a tool choice that forces a call", () => {
    const response_format = { type: "json_object" };
    for (const tool_choice of ["required", { type: "function", function: { name: "weather" } }]) {
      const { conversation } = parse({ tools: [weather], tool_choice, response_format });
      expect(conversation.response_format).toEqual(response_format);
    }
  });

  it("accepts tool answers in any order, with a system message between them", () => {
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

  it("accepts null, empty or absent content, and extra fields, in an assistant message with tool calls", () => {
    for (const content of [{ content: null }, { content: "" }, {}]) {
      const turn = { ...calls("a"), ...content, refusal: null, audio: { id: "x" } };
      expect(parse({ messages: [user, turn, answer("a")] }).conversation.turns[1]).toMatchObject({
        content: "",
      });
    }
  });

  it("accepts images as data, from its own origin and from allowed hosts", () => {
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

  it("reports an unknown model before it checks the other fields", () => {
    expect(fault({ model: "gpt", temperature: 9 })).toMatchObject({
      status: 400,
      param: "model",
      code: "model_not_found",
    });
    expect(fault({ model: "__proto__" })).toMatchObject({ code: "model_not_found" });
  });

  it("reports the first of many invalid items without reading the rest", () => {
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

  it("accepts images of megabytes", () => {
    const url = `data:image/png;base64,${"A".repeat(19 * 2 ** 20)}`;
    expect(() => parse({ model: "eyes", messages: [{ role: "user", content: [image(url)] }] })).not.toThrow();
  });
});
