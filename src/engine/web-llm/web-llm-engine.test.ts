import { readFile } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import type { Model } from "../../config/model.ts";
import type { ModelFiles } from "../../models/model-files.ts";
import type { Conversation } from "../../openai/conversation.ts";
import type { GenerateRequest } from "../../contract/generate-request.ts";
import type { ModelProgress } from "../../contract/model-progress.ts";
import type { StreamPart } from "../../contract/stream-part.ts";
import { EngineError } from "../../contract/engine-error.ts";
import { chatMl, userTurn, withTurns } from "../prompt/testing/conversations.ts";
import { ENGINE_IDENTITY } from "./engine-identity.ts";
import { byteTokenizer } from "./tokenizer/testing/byte-tokenizer.ts";
import { scriptedRuntime } from "./testing/scripted-runtime.ts";
import { createWebLlmEngine } from "./web-llm-engine.ts";

const file = (path: string) => ({ path, bytes: 10, sha256: "0".repeat(64) });

function catalogueEntry(id: string): Model {
  return {
    id,
    name: id,
    description: "",
    owned_by: "test",
    created: 0,
    license: "",
    context_length: 200,
    max_completion_tokens: 150,
    input_modalities: ["text"],
    memory_bytes: 1,
    engines: {
      "web-llm": {
        base: `models/${id}/`,
        library: file("library.wasm"),
        files: ["mlc-chat-config.json", "tokenizer.json", "tensor-cache.json", "params_shard_0.bin"].map(
          (name) => file(`resolve/main/${name}`),
        ),
      },
    },
  };
}

type Files = Pick<ModelFiles, "ensure" | "read">;

/** Model files that are there at once. */
function readyFiles(): Files {
  const texts: Record<string, unknown> = {
    "resolve/main/mlc-chat-config.json": { conv_template: chatMl, eos_token_id: 256 },
    "resolve/main/tokenizer.json": byteTokenizer(),
  };
  return {
    ensure: (_group, files, options) => {
      const totalBytes = files.length * 10;
      options?.onProgress?.({ phase: "verifying", loadedBytes: 10, totalBytes, problem: null });
      return Promise.resolve();
    },
    read: ({ path }) => Promise.resolve(new TextEncoder().encode(JSON.stringify(texts[path] ?? {})).buffer),
  };
}

function setUp(files: Files = readyFiles()) {
  const runtime = scriptedRuntime();
  const progress: ModelProgress[] = [];
  const models = [
    catalogueEntry("a"),
    catalogueEntry("b"),
    { ...catalogueEntry("roomy"), context_length: 1000 },
  ];
  const engine = createWebLlmEngine({
    findModel: (id) => Promise.resolve(models.find((model) => model.id === id)),
    files,
    onProgress: (state) => progress.push(state),
    loadRuntime: runtime.load,
    checkGpu: () => Promise.resolve(),
    patience: 1000,
    waitingIntervalMs: 0,
  });
  const start = (conversation: Conversation, model = "a", controller = new AbortController()) => {
    const request: GenerateRequest = { id: "chatcmpl-1", owner: "key", model, conversation };
    return engine.generate(request, controller.signal)[Symbol.asyncIterator]();
  };
  const collect = async (conversation: Conversation, model = "a") => {
    const parts: StreamPart[] = [];
    const iterator = start(conversation, model);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) parts.push(next.value);
    return parts;
  };
  return { engine, models, runtime, progress, start, collect };
}

const hi = withTurns(userTurn("Hi"));
const text = (parts: readonly StreamPart[]) =>
  parts.map((part) => (part.type === "text" ? part.text : "")).join("");

async function skipTo(iterator: AsyncIterator<StreamPart>, type: StreamPart["type"]): Promise<StreamPart> {
  for (;;) {
    const { value, done } = await iterator.next();
    if (done) throw new Error(`no ${type} came`);
    if (value.type === type) return value;
  }
}

describe("generate", () => {
  it("admits, loads, prefills, gives the text and finishes", async () => {
    const { runtime, collect } = setUp();
    runtime.tokens = ["Hel", "lo"];
    expect(await collect(hi)).toEqual([
      { type: "admitted", promptTokens: 21, engine: ENGINE_IDENTITY },
      { type: "waiting", phase: "verify", fraction: 0.6 },
      { type: "waiting", phase: "load", fraction: 0.5 },
      { type: "waiting", phase: "prefill" },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      { type: "finish", reason: "stop", usage: { promptTokens: 21, cachedTokens: 0, completionTokens: 2 } },
    ]);
  });

  it("admits without loading", async () => {
    const { runtime, start } = setUp();
    await start(hi).next();
    expect(runtime.events).toEqual([]);
  });

  it("leaves the reply what the context has left, up to the model's ceiling", async () => {
    const { runtime, collect } = setUp();
    await collect(hi);
    await collect(withTurns(userTurn("x".repeat(100))));
    expect(runtime.requests.map(({ maxTokens }) => maxTokens)).toEqual([150, 81]);
  });

  it("ends before a stop text that is split, with the tokens that were generated", async () => {
    const { runtime, collect } = setUp();
    runtime.tokens = ["one ", "ST", "OP", " two", " three"];
    const parts = await collect({ ...hi, stop: ["STOP"] });
    expect(text(parts)).toBe("one ");
    expect(parts.at(-1)).toMatchObject({ reason: "stop", usage: { completionTokens: 3 } });
  });

  it("says length where the ceiling ended the reply, unless a stop text did", async () => {
    const { runtime, collect } = setUp();
    runtime.reason = "length";
    runtime.tokens = ["ab"];
    expect((await collect(hi)).at(-1)).toMatchObject({ reason: "length" });
    expect((await collect({ ...hi, stop: ["b"] })).at(-1)).toMatchObject({ reason: "stop" });
  });

  it("gives a character whole that is split over tokens", async () => {
    const { runtime, collect } = setUp();
    runtime.tokens = ["a\uFFFD", "😀", "b"];
    const parts = await collect(hi);
    expect(parts.flatMap((part) => (part.type === "text" ? [part.text] : []))).toEqual(["a", "😀", "b"]);
  });

  it("gives a call as it is written, with an id of its own", async () => {
    const { runtime, collect } = setUp();
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

  it("ends at a call that came before, and counts what was generated of it", async () => {
    const { runtime, collect } = setUp();
    const tools = [{ name: "f", parameters: {} }];
    const call = '<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>';
    runtime.tokens = [call, "\n", call, "\n", call, "\n", call];
    const parts = await collect({ ...hi, tools, tool_choice: { type: "auto" } }, "roomy");
    expect(parts.filter(({ type }) => type === "tool-call")).toHaveLength(1);
    expect(parts.at(-1)).toMatchObject({ reason: "tool_calls", usage: { completionTokens: 3 } });
  });

  it("keeps the model where only the request was at fault", async () => {
    const { runtime, collect } = setUp();
    const refusal = Promise.reject(new EngineError("invalid", "no such grammar"));
    refusal.catch(() => {});
    runtime.tokens = [refusal];
    await expect(collect(hi)).rejects.toMatchObject({ code: "invalid" });
    runtime.tokens = ["a"];
    expect(text(await collect(hi))).toBe("a");
    expect(runtime.events.filter((event) => event.includes("load"))).toEqual(["load a"]);
  });

  it("renders control tokens as markers and leaves the client's text as it is", async () => {
    const { runtime, collect } = setUp();
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
  ])("refuses %s before anything is loaded", async (_, conversation, model, code, message) => {
    const { runtime, start } = setUp();
    await expect(start(conversation, model).next()).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    expect(runtime.events).toEqual([]);
  });

  it("fails with `cancelled` at once when the signal aborts, and serves the next request", async () => {
    const { runtime, start, collect } = setUp();
    const controller = new AbortController();
    let finishToken: (text: string) => void = () => {};
    runtime.tokens = ["a", new Promise((resolve) => (finishToken = resolve)), "c"];
    const iterator = start(hi, "a", controller);
    await skipTo(iterator, "text");
    const next = iterator.next();
    controller.abort();
    await expect(next).rejects.toMatchObject({ code: "cancelled" });
    runtime.tokens = ["d"];
    const following = collect(hi);
    finishToken("b");
    expect(text(await following)).toBe("d");
    expect(runtime.events).toEqual(["load a", "reply", "free", "reply", "free"]);
  });

  it("interrupts the reply when the consumer stops pulling", async () => {
    const { runtime, start, collect } = setUp();
    runtime.tokens = ["a", "b", "c", "d"];
    const iterator = start(hi);
    await skipTo(iterator, "text");
    await iterator.return?.();
    expect(text(await collect(hi))).toBe("abcd");
    expect(runtime.events).toEqual(["load a", "reply", "free", "reply", "free"]);
  });

  it("lets requests have the model one after the other", async () => {
    const { runtime, collect } = setUp();
    runtime.tokens = ["a", "b"];
    const replies = await Promise.all([collect(hi), collect(hi), collect(hi)]);
    expect(replies.map(text)).toEqual(["ab", "ab", "ab"]);
    expect(runtime.events).toEqual(["load a", "reply", "free", "reply", "free", "reply", "free"]);
  });

  it("gives up on a GPU that stays silent, and loads the model anew for the next request", async () => {
    vi.useFakeTimers();
    try {
      const { runtime, start, collect } = setUp();
      runtime.tokens = ["a", new Promise<string>(() => {})];
      const iterator = start(hi);
      await skipTo(iterator, "text");
      const next = expect(iterator.next()).rejects.toMatchObject({ code: "unavailable" });
      await vi.advanceTimersByTimeAsync(1000);
      await next;
      runtime.tokens = ["b"];
      expect(text(await collect(hi))).toBe("b");
      expect(runtime.events).toEqual(["load a", "reply", "unload a", "load a", "reply", "free"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("loads a model anew whose GPU was lost in the meantime", async () => {
    const { runtime, collect } = setUp();
    await collect(hi);
    runtime.alive = false;
    await collect(hi);
    expect(runtime.events.filter((event) => event === "load a")).toHaveLength(2);
  });

  it("unloads one model for another, without harm to a request that waits", async () => {
    const { runtime, collect } = setUp();
    runtime.tokens = ["x"];
    const replies = await Promise.all([collect(hi, "a"), collect(hi, "b")]);
    expect(replies.map(text)).toEqual(["x", "x"]);
    const loads = runtime.events.filter((event) => event.includes("load"));
    expect(loads.slice(0, 3)).toEqual(["load a", "unload a", "load b"]);
  });
});

describe("load", () => {
  it("reports how far it is, and joins a load in progress", async () => {
    const { engine, runtime, progress } = setUp();
    await Promise.all([engine.load("a"), engine.load("a")]);
    await engine.load("a");
    expect(runtime.events).toEqual(["load a"]);
    expect(progress.map(({ state }) => state)).toEqual(["verifying", "loading", "loading", "ready"]);
    expect(progress[0]).toMatchObject({ id: "a", loadedBytes: 30, totalBytes: 50, fraction: 0.6 });
  });

  it("can be tried again after it failed", async () => {
    let broken = true;
    const files = readyFiles();
    const { engine, progress } = setUp({
      ...files,
      ensure: (...request) =>
        broken
          ? Promise.reject(new EngineError("unavailable", "The host cannot be reached."))
          : files.ensure(...request),
    });
    await expect(engine.load("a")).rejects.toEqual(
      new EngineError("unavailable", "The host cannot be reached."),
    );
    expect(progress.at(-1)).toMatchObject({ state: "failed", text: "The host cannot be reached." });
    broken = false;
    await engine.load("a");
    expect(progress.at(-1)).toMatchObject({ state: "ready" });
  });
});

describe("ENGINE_IDENTITY", () => {
  it("names the installed version", async () => {
    const manifest = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
    expect(JSON.parse(manifest)).toMatchObject({
      dependencies: { "@mlc-ai/web-llm": ENGINE_IDENTITY.version },
    });
  });
});
