import { beforeEach, describe, expect, it, vi } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import { dataFrames, readChunks } from "./testing/read-stream.ts";
import { toolCallParts, usage } from "./testing/replies.ts";
import { admitted, finish, startedElsewhere, text, untilCancelled } from "./testing/scripted-engine.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

const NEVER_MS = 2 ** 30;

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

  it("names the engine that was chosen until it begins, then the one that generates it", async () => {
    service.engine.say(admitted, startedElsewhere, text("Hello"), finish);
    const response = await service.chat({ stream: true });
    expect(response.headers.get("x-insitu-engine")).toBe("scripted/1.0");
    const chosen = { system_fingerprint: "fp_chat_scripted-1.0_b1" };
    const started = { system_fingerprint: "fp_chat_other-2.0-3-threads_b1" };
    expect(dataFrames(await response.text())).toMatchObject([chosen, started, started, "[DONE]"]);
  });

  it("ends with the usage if it was requested", async () => {
    const response = await service.chat({ stream: true, stream_options: { include_usage: true } });
    const frames = dataFrames(await response.text());
    expect(frames.slice(0, 4)).toMatchObject(Array.from({ length: 4 }, () => ({ usage: null })));
    expect(frames.slice(4)).toMatchObject([{ choices: [], usage }, "[DONE]"]);
  });

  it("has a tool call's id and name first, then its arguments in pieces", async () => {
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

  it("has comments that say what it waits for, and that keep it alive", async () => {
    service = await createTestService({ timing: { keepAliveIntervalMs: 5 } });
    service.engine.script = async function* (_request, signal) {
      yield admitted;
      yield { type: "waiting", phase: "load", fraction: 0.429 };
      yield { type: "waiting", phase: "prefill" };
      await untilCancelled(signal);
    };
    const chunks = readChunks(await service.chat({ stream: true }));
    expect(await chunks.next()).toContain('"role":"assistant"');
    expect(await chunks.next()).toBe(": load 42%\n\n");
    expect(await chunks.next()).toBe(": prefill\n\n");
    expect(await chunks.next()).toBe(": keep-alive\n\n");
    expect(await chunks.next()).toBe(": keep-alive\n\n");
    await chunks.cancel();
  });

  it("has one comment for each change of a wait", async () => {
    const service = await createTestService();
    const download = (fraction: number) => ({ type: "waiting", phase: "download", fraction }) as const;
    const steps = Array.from({ length: 500 }, (_, step) => download(step / 10_000));
    service.engine.say(admitted, ...steps, { type: "waiting", phase: "prefill" }, text("Hi"), finish);
    const body = await (await service.chat({ stream: true })).text();
    expect(body.match(/^: .*$/gm)).toEqual(
      [0, 1, 2, 3, 4].map((n) => `: download ${n}%`).concat(": prefill"),
    );
  });

  it("does not hold up the engine when its reader is slow", async () => {
    service.engine.say(admitted, text("One"), text("Two"), text("Three"), finish);
    const response = await service.chat({ stream: true });
    await vi.waitFor(() => expect(service.engine.open).toBe(0));
    expect(await response.text()).toContain("[DONE]");
  });

  it("is cancelled together with its body, and the tokens generated so far are debited", async () => {
    service = await createTestService({ timing: { keepAliveIntervalMs: NEVER_MS } });
    service.engine.script = async function* (_request, signal) {
      yield admitted;
      yield text("One");
      yield text("Two");
      await untilCancelled(signal);
    };
    const chunks = readChunks(await service.chat({ stream: true }));
    for (let count = 0; count < 3; count += 1) await chunks.next();
    await chunks.cancel();
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

  it("costs nothing if it is cancelled before its turn, and its prompt once prefill has begun", async () => {
    service = await createTestService({ timing: { keepAliveIntervalMs: NEVER_MS } });
    for (const phase of ["queue", "load", "prefill"] as const) {
      service.engine.script = async function* (_request, signal) {
        yield admitted;
        yield { type: "waiting", phase };
        await untilCancelled(signal);
      };
      const chunks = readChunks(await service.chat({ stream: true }));
      await chunks.next();
      expect(await chunks.next()).toBe(`: ${phase}\n\n`);
      await chunks.cancel();
    }
    await vi.waitFor(async () => {
      const log = await service.store.requestLog();
      expect(log.map(({ promptTokens }) => promptTokens)).toEqual([0, 0, 7]);
    });
  });

  it("ends with one error frame and a network error if the engine fails", async () => {
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

  it("fails if the engine ends without `finish`", async () => {
    service.engine.say(admitted, text("Hel"));
    const { text: body, error } = await readChunks(await service.chat({ stream: true })).rest();
    expect(error).toBeInstanceOf(Error);
    expect(dataFrames(body).at(-1)).toMatchObject({ error: { type: "server_error" } });
  });

  it("has its tokens debited before its last frame is sent", async () => {
    const body = await (await service.chat({ stream: true })).text();
    expect(body).toContain("[DONE]");
    expect(await service.store.usage()).toMatchObject([{ promptTokens: 7, completionTokens: 3 }]);
  });

  it("sends headers in time if the admission is late, and then fails in the stream", async () => {
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
    const chunks = readChunks(response);
    expect(await chunks.next()).toBe(": admission\n\n");
    refuse();
    const { text: body, error } = await chunks.rest();
    expect(dataFrames(body)).toMatchObject([{ error: { code: "context_length_exceeded" } }]);
    expect(error).toBeInstanceOf(Error);
  });

  it("stops when the request's signal is aborted", async () => {
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
