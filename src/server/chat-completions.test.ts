import { beforeEach, describe, expect, it, vi } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import { dataFrames, readChunks } from "./testing/read-stream.ts";
import { admitted, finish, text, untilCancelled } from "./testing/scripted-engine.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

const NEVER_MS = 2 ** 30;
const usage = {
  prompt_tokens: 7,
  completion_tokens: 3,
  total_tokens: 10,
  prompt_tokens_details: { cached_tokens: 2 },
};

const toolCallParts = [
  admitted,
  text("Let me see."),
  { type: "tool-call", index: 0, id: "call_a", name: "weather" },
  { type: "tool-arguments", index: 0, text: '{"city":' },
  { type: "tool-arguments", index: 0, text: '"Paris"}' },
  { type: "tool-call", index: 1, id: "call_b", name: "now" },
  { type: "tool-arguments", index: 1, text: "{}" },
  { ...finish, reason: "tool_calls" },
] as const;

describe("a reply's id", () => {
  const idFor = async (requestId: string) => {
    const headers = { "content-type": "application/json", "x-insitu-request-id": requestId };
    const { id }: { id: string } = await (await service.chat({}, { headers })).json();
    return id;
  };

  it("is the request's, so that a request dispatched twice has one id", async () => {
    const requestId = "aB3".repeat(8);
    expect(await idFor(requestId)).toBe(`chatcmpl-${requestId}`);
    expect(await idFor(requestId)).toBe(`chatcmpl-${requestId}`);
    expect(service.engine.requests.map(({ id }) => id)).toEqual([
      `chatcmpl-${requestId}`,
      `chatcmpl-${requestId}`,
    ]);
  });

  it.each(["", "a".repeat(23), "a".repeat(65), `${"a".repeat(23)}-`, `${"a".repeat(23)}é`, "a, b".repeat(6)])(
    "is random where the request's is malformed: %j",
    async (requestId) => {
      expect(await idFor(requestId)).toMatch(/^chatcmpl-[0-9a-f]{32}$/);
    },
  );
});

describe("a reply in one piece", () => {
  it("is a chat.completion", async () => {
    const response = await service.chat();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("x-insitu-engine")).toBe("scripted/1.0");
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^chatcmpl-[0-9a-f]{32}$/),
      object: "chat.completion",
      created: 1_800_000_000,
      model: "chat",
      system_fingerprint: "fp_chat_scripted-1.0_b1",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "Hello there", refusal: null },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage,
    });
  });

  it("carries tool calls, and the text before them", async () => {
    service.engine.say(...toolCallParts);
    const { choices } = await (await service.chat()).json();
    expect(choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { content: "Let me see." } });
    expect(choices[0].message.tool_calls).toEqual([
      { id: "call_a", type: "function", function: { name: "weather", arguments: '{"city":"Paris"}' } },
      { id: "call_b", type: "function", function: { name: "now", arguments: "{}" } },
    ]);
  });

  it("does not wait for what the models are at", async () => {
    service = await createTestService({ services: { modelStates: () => new Promise(() => {}) } });
    expect((await service.chat()).status).toBe(200);
  });

  it("gives the engine the conversation, whose it is, and the reply's id", async () => {
    const { id } = await (await service.chat({ stop: "x", temperature: 0.5 })).json();
    const [key] = await service.store.listKeys();
    expect(service.engine.requests).toMatchObject([
      {
        id,
        owner: key?.id,
        model: "chat",
        conversation: { system: "You are Insitu.", stop: ["x"], sampling: { temperature: 0.5 } },
      },
    ]);
  });

  it("names ignored fields in a header, whatever they are called", async () => {
    const response = await service.chat({
      max_tokens: 5,
      user: "me",
      "a\r\nb: c": 1,
      "\uD800é": 2,
      absent: null,
    });
    expect(response.headers.get("x-ignored-fields")).toBe("max_tokens, user, a??b??c, ??");
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`field${index}`.repeat(50), 1]),
    );
    expect((await service.chat(many)).headers.get("x-ignored-fields")?.length).toBeLessThan(2_200);
    expect((await service.chat()).headers.has("x-ignored-fields")).toBe(false);
  });

  it("fails where the engine ends without finishing", async () => {
    service.engine.say(admitted, text("Hel"));
    expect((await service.chat()).status).toBe(500);
  });
});

describe("a reply that takes longer than headers may wait", () => {
  beforeEach(async () => {
    service = await createTestService({ timing: { headersTimeoutMs: 0, whiteSpaceIntervalMs: 5 } });
  });

  it("is white space, then the JSON", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    service.engine.script = async function* () {
      yield admitted;
      await released;
      yield text("Late");
      yield finish;
    };
    const response = await service.chat();
    expect(response.status).toBe(200);
    const pieces = readChunks(response);
    expect([await pieces.next(), await pieces.next(), await pieces.next()]).toEqual([" ", " ", " "]);
    release();
    const { text: rest, error } = await pieces.rest();
    expect(error).toBeUndefined();
    expect(JSON.parse(rest)).toMatchObject({ choices: [{ message: { content: "Late" } }], usage });
  });

  it("ends with an error where the engine fails, never with an error object", async () => {
    let fail = () => {};
    const failed = new Promise<void>((resolve) => (fail = resolve));
    service.engine.script = async function* () {
      yield admitted;
      yield { type: "waiting", phase: "prefill" };
      await failed;
      throw new EngineError("failed", "The device was lost.");
    };
    const pieces = readChunks(await service.chat());
    expect(await pieces.next()).toBe(" ");
    fail();
    const { text: rest, error } = await pieces.rest();
    expect(rest.trim()).toBe("");
    expect(error).toBeInstanceOf(Error);
    expect(await service.store.requestLog()).toMatchObject([{ status: 500, promptTokens: 7 }]);
  });

  it("is cancelled with its body", async () => {
    service.engine.script = async function* (_request, signal) {
      yield admitted;
      yield text("Lat");
      await untilCancelled(signal);
    };
    const pieces = readChunks(await service.chat());
    expect(await pieces.next()).toBe(" ");
    await pieces.cancel();
    await vi.waitFor(async () => {
      expect(service.engine.open).toBe(0);
      expect(await service.store.requestLog()).toMatchObject([{ status: 499, completionTokens: 1 }]);
    });
    expect(service.problems).toEqual([]);
  });
});

describe("a stream", () => {
  it("is a role chunk, text, one finish reason, [DONE]", async () => {
    const response = await service.chat({ stream: true });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("x-insitu-engine")).toBe("scripted/1.0");
    const frames = dataFrames(await response.text());
    const head = {
      id: expect.stringMatching(/^chatcmpl-[0-9a-f]{32}$/),
      object: "chat.completion.chunk",
      created: 1_800_000_000,
      model: "chat",
      system_fingerprint: "fp_chat_scripted-1.0_b1",
    };
    const chunk = (delta: object, finishReason: string | null = null) => ({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    });
    expect(frames).toEqual([
      chunk({ role: "assistant", content: "" }),
      chunk({ content: "Hello" }),
      chunk({ content: " there" }),
      chunk({}, "stop"),
      "[DONE]",
    ]);
    expect(new Set(frames.slice(0, -1).map((frame) => JSON.stringify(frame).slice(0, 60))).size).toBe(1);
  });

  it("ends with usage where it was asked for", async () => {
    const response = await service.chat({ stream: true, stream_options: { include_usage: true } });
    const frames = dataFrames(await response.text());
    expect(frames.slice(0, 4)).toMatchObject(Array.from({ length: 4 }, () => ({ usage: null })));
    expect(frames.slice(4)).toMatchObject([{ choices: [], usage }, "[DONE]"]);
  });

  it("gives a tool call's id and name first, then its arguments in pieces", async () => {
    service.engine.say(...toolCallParts);
    const frames = dataFrames(await (await service.chat({ stream: true })).text());
    expect(frames.slice(2, 8)).toMatchObject([
      {
        choices: [
          {
            delta: {
              tool_calls: [
                { index: 0, id: "call_a", type: "function", function: { name: "weather", arguments: "" } },
              ],
            },
          },
        ],
      },
      { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] } }] },
      { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '"Paris"}' } }] } }] },
      { choices: [{ delta: { tool_calls: [{ index: 1, id: "call_b" }] } }] },
      { choices: [{ delta: { tool_calls: [{ index: 1, function: { arguments: "{}" } }] } }] },
      { choices: [{ delta: {}, finish_reason: "tool_calls" }] },
    ]);
  });

  it("says what it waits for, and stays alive, in comments", async () => {
    service = await createTestService({ timing: { keepAliveIntervalMs: 5 } });
    service.engine.script = async function* (_request, signal) {
      yield admitted;
      yield { type: "waiting", phase: "load", fraction: 0.429 };
      yield { type: "waiting", phase: "prefill" };
      await untilCancelled(signal);
    };
    const pieces = readChunks(await service.chat({ stream: true }));
    expect(await pieces.next()).toContain('"role":"assistant"');
    expect(await pieces.next()).toBe(": load 42%\n\n");
    expect(await pieces.next()).toBe(": prefill\n\n");
    expect(await pieces.next()).toBe(": keep-alive\n\n");
    expect(await pieces.next()).toBe(": keep-alive\n\n");
    await pieces.cancel();
  });

  it("comments on each change of a wait once", async () => {
    const service = await createTestService();
    const download = (fraction: number) => ({ type: "waiting", phase: "download", fraction }) as const;
    const steps = Array.from({ length: 500 }, (_, step) => download(step / 10_000));
    service.engine.say(admitted, ...steps, { type: "waiting", phase: "prefill" }, text("Hi"), finish);
    const body = await (await service.chat({ stream: true })).text();
    expect(body.match(/^: .*$/gm)).toEqual(
      [0, 1, 2, 3, 4].map((n) => `: download ${n}%`).concat(": prefill"),
    );
  });

  it("does not keep the engine waiting for its reader", async () => {
    service.engine.say(admitted, text("One"), text("Two"), text("Three"), finish);
    const response = await service.chat({ stream: true });
    await vi.waitFor(() => expect(service.engine.open).toBe(0));
    expect(await response.text()).toContain("[DONE]");
  });

  it("is cancelled with its body, and what was generated is debited", async () => {
    service = await createTestService({ timing: { keepAliveIntervalMs: NEVER_MS } });
    service.engine.script = async function* (_request, signal) {
      yield admitted;
      yield text("One");
      yield text("Two");
      await untilCancelled(signal);
    };
    const pieces = readChunks(await service.chat({ stream: true }));
    for (let count = 0; count < 3; count += 1) await pieces.next();
    await pieces.cancel();
    await vi.waitFor(async () => {
      expect(service.engine.open).toBe(0);
      expect(await service.store.usage()).toMatchObject([
        { requests: 1, promptTokens: 7, completionTokens: 2 },
      ]);
    });
    expect((await service.get("/models")).headers.get("x-ratelimit-remaining-tokens")).toBe(
      String(60_000 - 9),
    );
    expect(service.problems).toEqual([]);
  });

  it("costs nothing when it is given up before its turn, and its prompt from prefill on", async () => {
    service = await createTestService({ timing: { keepAliveIntervalMs: NEVER_MS } });
    for (const phase of ["queue", "load", "prefill"] as const) {
      service.engine.script = async function* (_request, signal) {
        yield admitted;
        yield { type: "waiting", phase };
        await untilCancelled(signal);
      };
      const pieces = readChunks(await service.chat({ stream: true }));
      await pieces.next();
      expect(await pieces.next()).toBe(`: ${phase}\n\n`);
      await pieces.cancel();
    }
    await vi.waitFor(async () => {
      const log = await service.store.requestLog();
      expect(log.map(({ promptTokens }) => promptTokens)).toEqual([0, 0, 7]);
    });
  });

  it("ends a failure with one error frame and an error", async () => {
    service.engine.fail(new EngineError("failed", "The device was lost."), admitted, text("Hel"));
    const { text: body, error } = await readChunks(await service.chat({ stream: true })).rest();
    expect(error).toBeInstanceOf(Error);
    expect(body).not.toContain("[DONE]");
    expect(body).not.toContain('"finish_reason":"');
    const frames = dataFrames(body);
    expect(frames).toHaveLength(3);
    expect(frames[2]).toEqual({
      error: { message: "The device was lost.", type: "server_error", param: null, code: null },
    });
    expect(service.engine.open).toBe(0);
    expect(await service.store.requestLog()).toMatchObject([
      { status: 500, promptTokens: 7, completionTokens: 1 },
    ]);
  });

  it("never ends well without a finish", async () => {
    service.engine.say(admitted, text("Hel"));
    const { text: body, error } = await readChunks(await service.chat({ stream: true })).rest();
    expect(error).toBeInstanceOf(Error);
    expect(dataFrames(body).at(-1)).toMatchObject({ error: { type: "server_error" } });
  });

  it("has its tokens debited before its end is sent", async () => {
    const body = await (await service.chat({ stream: true })).text();
    expect(body).toContain("[DONE]");
    expect(await service.store.usage()).toMatchObject([{ promptTokens: 7, completionTokens: 3 }]);
  });

  it("sends headers in time where admission does not come, and fails in the stream", async () => {
    service = await createTestService({ timing: { headersTimeoutMs: 0 } });
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    // oxlint-disable-next-line require-yield -- it refuses before it yields
    service.engine.script = async function* () {
      await refused;
      throw new EngineError("context-overflow", "Too long.");
    };
    const response = await service.chat({ stream: true });
    expect(response.status).toBe(200);
    const pieces = readChunks(response);
    expect(await pieces.next()).toBe(": admission\n\n");
    refuse();
    const { text: body, error } = await pieces.rest();
    expect(dataFrames(body)).toMatchObject([{ error: { code: "context_length_exceeded" } }]);
    expect(error).toBeInstanceOf(Error);
  });

  it("stops when the request's own signal aborts", async () => {
    const controller = new AbortController();
    service.engine.script = async function* (_request, signal) {
      yield admitted;
      await untilCancelled(signal);
    };
    const reply = readChunks(await service.chat({ stream: true }, { signal: controller.signal })).rest();
    controller.abort();
    expect((await reply).error).toBeInstanceOf(Error);
    expect(service.engine.open).toBe(0);
    expect(service.problems).toEqual([]);
  });
});

describe("both forms", () => {
  it("say the same", async () => {
    const whole = await (await service.chat()).json();
    const frames = dataFrames(await (await service.chat({ stream: true })).text());
    const joined = frames
      .map((frame) => JSON.stringify(frame).match(/"content":"([^"]*)"/)?.[1] ?? "")
      .join("");
    expect(joined).toBe(whole.choices[0].message.content);
  });
});
