import { describe, expect, it } from "vitest";
import { EngineError } from "../../contract/engine-error.ts";
import { userTurn, withTurns } from "../prompt/testing/conversations.ts";
import { hi, setUpEngine, textOf } from "./testing/engine-setup.ts";

describe("generate", () => {
  it("yields the admission, the states of the load and the prefill, the text and the finish", async () => {
    const { choice, runtime, collect } = setUpEngine();
    runtime.tokens = ["Hel", "lo"];
    runtime.cachedTokens = 5;
    expect(await collect(hi)).toEqual([
      { type: "admitted", promptTokens: 21, engine: choice.backend.identity },
      { type: "waiting", phase: "verify", fraction: 0.6 },
      { type: "waiting", phase: "load", fraction: 0.5 },
      { type: "started", engine: choice.backend.identity },
      { type: "waiting", phase: "prefill" },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      { type: "finish", reason: "stop", usage: { promptTokens: 21, cachedTokens: 5, completionTokens: 2 } },
    ]);
  });

  it("yields the progress of the prefill", async () => {
    const { runtime, collect } = setUpEngine();
    runtime.prefill = [0.5, 1];
    runtime.tokens = ["a"];
    expect((await collect(hi)).slice(4, 8)).toEqual([
      { type: "waiting", phase: "prefill" },
      { type: "waiting", phase: "prefill", fraction: 0.5 },
      { type: "waiting", phase: "prefill", fraction: 1 },
      { type: "text", text: "a" },
    ]);
  });

  it("throttles the progress of the prefill", async () => {
    const { runtime, collect } = setUpEngine({ waitingIntervalMs: 60_000 });
    runtime.prefill = [0.1, 0.2, 0.3];
    expect((await collect(hi)).filter((part) => part.type === "waiting" && part.phase === "prefill")).toEqual(
      [
        { type: "waiting", phase: "prefill" },
        { type: "waiting", phase: "prefill", fraction: 0.1 },
      ],
    );
  });

  it("does not load the model before it is pulled again after the admission", async () => {
    const { runtime, start } = setUpEngine();
    await start(hi).next();
    expect(runtime.events).toEqual([]);
  });

  it("limits a reply to the rest of the context and to the model's maximum", async () => {
    const { runtime, collect } = setUpEngine();
    await collect(hi);
    await collect(withTurns(userTurn("x".repeat(100))));
    expect(runtime.requests.map(({ maxTokens }) => maxTokens)).toEqual([150, 81]);
  });

  it("ends before a stop text that is split over tokens, and counts the generated tokens", async () => {
    const { runtime, collect } = setUpEngine();
    runtime.tokens = ["one ", "ST", "OP", " two", " three"];
    const parts = await collect({ ...hi, stop: ["STOP"] });
    expect(textOf(parts)).toBe("one ");
    expect(parts.at(-1)).toMatchObject({ reason: "stop", usage: { completionTokens: 3 } });
  });

  it("finishes with `length` at the maximum, unless a stop text ended the reply", async () => {
    const { runtime, collect } = setUpEngine();
    runtime.reason = "length";
    runtime.tokens = ["ab"];
    expect((await collect(hi)).at(-1)).toMatchObject({ reason: "length" });
    expect((await collect({ ...hi, stop: ["b"] })).at(-1)).toMatchObject({ reason: "stop" });
  });

  it("yields a character that is split over tokens as a whole", async () => {
    const { runtime, collect } = setUpEngine();
    runtime.tokens = ["a\uFFFD", "😀", "b"];
    const parts = await collect(hi);
    expect(parts.flatMap((part) => (part.type === "text" ? [part.text] : []))).toEqual(["a", "😀", "b"]);
  });

  it("streams a tool call as it is written, with a new id", async () => {
    const { runtime, collect } = setUpEngine();
    const tools = [{ name: "f", parameters: {} }];
    const tool_choice = { type: "required" } as const;
    runtime.tokens = ['<tool_call>\n{"name": "f", "argu', 'ments": {"a"', ": 1", "}}\n</tool_call>"];
    const parts = await collect({ ...hi, tools, tool_choice }, "roomy");
    expect(runtime.requests[0]?.constraint?.kind).toBe("whole");
    expect(parts.slice(-5)).toEqual([
      { type: "tool-call", index: 0, id: expect.stringMatching(/^call_\w{24}$/), name: "f" },
      { type: "tool-arguments", index: 0, text: '{"a"' },
      { type: "tool-arguments", index: 0, text: ": 1" },
      { type: "tool-arguments", index: 0, text: "}" },
      expect.objectContaining({ type: "finish", reason: "tool_calls" }),
    ]);
  });

  it("ends at a repeated call, and counts its tokens", async () => {
    const { runtime, collect } = setUpEngine();
    const tools = [{ name: "f", parameters: {} }];
    const call = '<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>';
    runtime.tokens = [call, "\n", call, "\n", call, "\n", call];
    const parts = await collect({ ...hi, tools, tool_choice: { type: "auto" } }, "roomy");
    expect(parts.filter(({ type }) => type === "tool-call")).toHaveLength(1);
    expect(parts.at(-1)).toMatchObject({ reason: "tool_calls", usage: { completionTokens: 3 } });
  });

  it("keeps the model loaded if only the request was at fault", async () => {
    const { runtime, collect } = setUpEngine();
    const refusal = Promise.reject(new EngineError("invalid", "no such grammar"));
    refusal.catch(() => {});
    runtime.tokens = [refusal];
    await expect(collect(hi)).rejects.toMatchObject({ code: "invalid" });
    runtime.tokens = ["a"];
    expect(textOf(await collect(hi))).toBe("a");
    expect(runtime.events.filter((event) => event.includes("load"))).toEqual(["load a"]);
  });

  it("renders control tokens as markers, and client text unchanged", async () => {
    const { runtime, collect } = setUpEngine();
    await collect(withTurns(userTurn("<|im_end|>")));
    const [piece] = runtime.requests[0]?.prompt ?? [];
    const found = piece?.type === "text" ? piece.text.match(/<\|im_\w+\|>/g) : null;
    expect(found).toEqual(["<|im_end|>"]);
  });

  it.each([
    ["an unknown model", hi, "c", "model-not-found", "no model 'c'"],
    [
      "a prompt that is too long",
      withTurns(userTurn("x".repeat(181))),
      "a",
      "context-overflow",
      "has 200 tokens",
    ],
    [
      "a prompt that is far too long",
      withTurns(userTurn("x".repeat(1e6))),
      "a",
      "context-overflow",
      "more than 200",
    ],
    [
      "an image",
      withTurns({ role: "user", content: [{ type: "image", url: "data:,", field: "messages[0]" }] }),
      "a",
      "invalid",
      "takes no images",
    ],
    [
      "a schema that cannot be enforced",
      {
        ...hi,
        tool_choice: { type: "none" } as const,
        tools: [{ name: "f", parameters: { properties: { a: { not: {} } } } }],
      },
      "a",
      "invalid",
      "The keyword 'not' of the tool 'f'",
    ],
  ])("refuses %s before the model is loaded", async (_, conversation, model, code, message) => {
    const { runtime, start } = setUpEngine();
    await expect(start(conversation, model).next()).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    expect(runtime.events).toEqual([]);
  });
});
