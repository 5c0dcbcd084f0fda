import { beforeEach, describe, expect, it, vi } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import { readChunks } from "./testing/read-stream.ts";
import { toolCallParts, usage } from "./testing/replies.ts";
import { admitted, finish, startedElsewhere, text, untilCancelled } from "./testing/scripted-engine.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

describe("a completion", () => {
  it("has OpenAI's fields", async () => {
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

  it("names the engine that generated the reply, although another one was chosen", async () => {
    service.engine.say(admitted, startedElsewhere, text("Hello"), finish);
    const response = await service.chat();
    expect(response.headers.get("x-insitu-engine")).toBe("other/2.0;threads=3");
    expect((await response.json()).system_fingerprint).toBe("fp_chat_other-2.0-3-threads_b1");
  });

  it("names the engine that failed while it generated", async () => {
    service.engine.fail(new EngineError("failed", "It failed."), admitted, startedElsewhere);
    const response = await service.chat();
    expect(response.status).toBe(500);
    expect(response.headers.get("x-insitu-engine")).toBe("other/2.0;threads=3");
  });

  it("has the tool calls, and the text before them", async () => {
    service.engine.say(...toolCallParts);
    const { choices } = await (await service.chat()).json();
    expect(choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { content: "Let me see." } });
    expect(choices[0].message.tool_calls).toEqual([
      { id: "call_a", type: "function", function: { name: "weather", arguments: '{"city":"Paris"}' } },
      { id: "call_b", type: "function", function: { name: "now", arguments: "{}" } },
    ]);
  });

  it("does not wait for the states of the models", async () => {
    service = await createTestService({ services: { hostedModels: () => new Promise(() => {}) } });
    expect((await service.chat()).status).toBe(200);
  });

  it("gives the engine the conversation, its owner and the completion's id", async () => {
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

  it("lists ignored fields in a header, whatever their names", async () => {
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

  it("fails if the engine ends without `finish`", async () => {
    service.engine.say(admitted, text("Hel"));
    expect((await service.chat()).status).toBe(500);
  });
});

describe("a completion that takes longer than headers may wait", () => {
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
    const chunks = readChunks(response);
    expect([await chunks.next(), await chunks.next(), await chunks.next()]).toEqual([" ", " ", " "]);
    release();
    const { text: rest, error } = await chunks.rest();
    expect(error).toBeUndefined();
    expect(JSON.parse(rest)).toMatchObject({ choices: [{ message: { content: "Late" } }], usage });
  });

  it("ends with a network error if the engine fails, never with an error object", async () => {
    let fail = () => {};
    const failed = new Promise<void>((resolve) => (fail = resolve));
    service.engine.script = async function* () {
      yield admitted;
      yield { type: "waiting", phase: "prefill" };
      await failed;
      throw new EngineError("failed", "The device was lost.");
    };
    const chunks = readChunks(await service.chat());
    expect(await chunks.next()).toBe(" ");
    fail();
    const { text: rest, error } = await chunks.rest();
    expect(rest.trim()).toBe("");
    expect(error).toBeInstanceOf(Error);
    expect(await service.store.requestLog()).toMatchObject([{ status: 500, promptTokens: 7 }]);
  });

  it("is cancelled together with its body", async () => {
    service.engine.script = async function* (_request, signal) {
      yield admitted;
      yield text("Lat");
      await untilCancelled(signal);
    };
    const chunks = readChunks(await service.chat());
    expect(await chunks.next()).toBe(" ");
    await chunks.cancel();
    await vi.waitFor(async () => {
      expect(service.engine.open).toBe(0);
      expect(await service.store.requestLog()).toMatchObject([{ status: 499, completionTokens: 1 }]);
    });
    expect(service.problems).toEqual([]);
  });
});
