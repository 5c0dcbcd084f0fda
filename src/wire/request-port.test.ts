import { describe, expect, it, vi } from "vitest";
import { deferred } from "../util/deferred.ts";
import { EngineError } from "../contract/engine-error.ts";
import type { Engine } from "../contract/engine.ts";
import type { StreamPart } from "../contract/stream-part.ts";
import { ReplyPort } from "./reply-port.ts";
import { serveRequestPort } from "./serve-requests.ts";
import { generateRequest, identity, status } from "./testing/generation.ts";
import { roundTrip } from "./testing/round-trip.ts";
import { TestLocks } from "./testing/test-locks.ts";

const request = generateRequest("chatcmpl-1", "hello", {
  system: "s",
  tool_choice: { type: "auto" },
  sampling: { temperature: 0 },
});
const admitted: StreamPart = { type: "admitted", promptTokens: 3, engine: identity };
const finish: StreamPart = {
  type: "finish",
  reason: "stop",
  usage: { promptTokens: 3, cachedTokens: 0, completionTokens: 1 },
};

/** A connected pair of ports, and the events on the engine's side. */
function pair(generate: Engine["generate"]) {
  const { port1, port2 } = new MessageChannel();
  const locks = new TestLocks();
  const broker = deferred();
  void locks.request("broker-lock", {}, () => broker.promise);
  const reply = new ReplyPort(port1);
  serveRequestPort(port2, {
    engine: { generate },
    locks,
    instance: "host-1",
    lock: "host-lock",
    status: () => Promise.resolve(status),
  });
  return { reply, brokerDies: broker.resolve };
}

async function collect(parts: AsyncIterable<StreamPart>): Promise<StreamPart[]> {
  const all: StreamPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

describe("a request port", () => {
  it("greets, and delivers every part in order", async () => {
    const texts = Array.from({ length: 200 }, (_, index): StreamPart => ({ type: "text", text: `${index}` }));
    const { reply } = pair(async function* () {
      yield admitted;
      yield* texts;
      yield finish;
    });
    expect(await reply.hello).toEqual({ instance: "host-1", lock: "host-lock" });
    expect(await collect(reply.generate(request, "broker-lock"))).toEqual([admitted, ...texts, finish]);
  });

  it("pulls nothing beyond admission before the second pull, and a bounded number ahead after it", async () => {
    let pulled = 0;
    const { reply } = pair(async function* () {
      yield admitted;
      for (;;) {
        pulled += 1;
        yield { type: "text", text: "x" };
      }
    });
    const parts = reply.generate(request, "broker-lock");
    await parts.next();
    await roundTrip();
    expect(pulled).toBe(0);
    await parts.next();
    await roundTrip();
    expect(pulled).toBeGreaterThan(1);
    expect(pulled).toBeLessThanOrEqual(33);
    await parts.return();
  });

  it("aborts the generation when the reader leaves", async () => {
    const aborted = deferred();
    const { reply } = pair(async function* (_, signal) {
      signal.addEventListener("abort", () => aborted.resolve());
      yield admitted;
      for (;;) yield { type: "text", text: "x" };
    });
    for await (const part of reply.generate(request, "broker-lock")) if (part.type === "text") break;
    await aborted.promise;
  });

  it("ends the generation when the broker's lock is released", async () => {
    const ended = deferred();
    const { reply, brokerDies } = pair(async function* (_, signal) {
      try {
        yield admitted;
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      } finally {
        ended.resolve();
      }
    });
    const parts = reply.generate(request, "broker-lock");
    await parts.next();
    brokerDies();
    await ended.promise;
  });

  it("delivers an EngineError whole, and any other error as a failure", async () => {
    const known = pair(async function* () {
      yield* [];
      throw new EngineError("context-overflow", "too long", "messages");
    });
    await expect(collect(known.reply.generate(request, "broker-lock"))).rejects.toMatchObject({
      code: "context-overflow",
      message: "too long",
      param: "messages",
    });
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    const unknown = pair(async function* () {
      yield admitted;
      throw new TypeError("x is undefined");
    });
    await expect(collect(unknown.reply.generate(request, "broker-lock"))).rejects.toMatchObject({
      code: "failed",
      message: expect.not.stringContaining("x is undefined"),
    });
    expect(reported).toHaveBeenCalledOnce();
    reported.mockRestore();
  });

  it("describes the host", async () => {
    const { reply } = pair(async function* () {});
    expect(await reply.describe()).toEqual(status);
  });

  it("rejects every wait when the host is gone", async () => {
    const { reply } = pair(async function* () {
      yield admitted;
      await new Promise(() => {});
    });
    const parts = reply.generate(request, "broker-lock");
    await parts.next();
    const pending = parts.next();
    reply.fail(new EngineError("unavailable", "gone"));
    await expect(pending).rejects.toMatchObject({ code: "unavailable" });
  });

  it("fails on a message that it cannot parse", async () => {
    const { port1, port2 } = new MessageChannel();
    const reply = new ReplyPort(port1);
    port2.postMessage({ v: 99, type: "hello" });
    await expect(reply.hello).rejects.toMatchObject({ code: "failed" });
    port2.close();
  });
});
