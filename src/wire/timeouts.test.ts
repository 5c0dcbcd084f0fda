/** A host that hangs, or runs and does not answer, fails the request in every phase; one that makes progress does not. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Engine } from "../contract/engine.ts";
import type { StreamPart, Waiting } from "../contract/stream-part.ts";
import { deferred } from "../util/deferred.ts";
import { ReplyPort } from "./reply-port.ts";
import { serveRequestPort } from "./serve-requests.ts";
import { generateRequest, identity } from "./testing/generation.ts";
import { fakeTimers, passTime, roundTrip } from "./testing/round-trip.ts";
import { TestLocks } from "./testing/test-locks.ts";
import { WIRE_VERSION as v } from "./version.ts";

const SECOND = 1_000;
const MINUTE = 60_000;
const never = new Promise<never>(() => {});

const request = generateRequest("chatcmpl-1", "hello");
const admitted: StreamPart = { type: "admitted", promptTokens: 60, engine: identity };
const waiting = (phase: Waiting["phase"]): StreamPart => ({ type: "waiting", phase, fraction: 0.5 });
const text: StreamPart = { type: "text", text: "x" };
const finish: StreamPart = {
  type: "finish",
  reason: "stop",
  usage: { promptTokens: 60, cachedTokens: 0, completionTokens: 1 },
};

const ports: ReplyPort[] = [];
beforeEach(fakeTimers);
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
  vi.useRealTimers();
});

/** The broker's end of a port whose host's thread runs. */
function connect(generate: Engine["generate"]): ReplyPort {
  const { port1, port2 } = new MessageChannel();
  const locks = new TestLocks();
  void locks.request("broker-lock", {}, () => never);
  serveRequestPort(port2, {
    engine: { generate },
    locks,
    instance: "host-1",
    lock: "host-lock",
    status: () => never,
  });
  const port = new ReplyPort(port1);
  ports.push(port);
  return port;
}

/** Reads a reply to its end: its parts, then the error's code or "end". */
function read(port: ReplyPort): string[] {
  const seen: string[] = [];
  void (async () => {
    for await (const part of port.generate(request, "broker-lock")) seen.push(part.type);
    seen.push("end");
  })().catch((error: { code: string }) => seen.push(error.code));
  return seen;
}

describe("a host whose thread hangs", () => {
  it("is detected by its silence, in every phase", async () => {
    const { port1, port2 } = new MessageChannel();
    const port = new ReplyPort(port1);
    ports.push(port);
    port2.postMessage({ v, type: "hello", instance: "host-1", lock: "host-lock" });
    port2.postMessage({ v, type: "part", part: admitted });
    const seen = read(port);
    await passTime(10 * SECOND);
    expect(seen).toEqual(["admitted"]);
    await passTime(10 * SECOND);
    expect(seen).toEqual(["admitted", "unavailable"]);
    expect(port.hungInstance).toBe("host-1");
    port2.close();
  });

  it("is detected even before its hello, once a page has passed the port on", async () => {
    const { port1, port2 } = new MessageChannel();
    const port = new ReplyPort(port1);
    ports.push(port);
    port2.postMessage({ v, type: "passed", instance: "host-1" });
    const hello = expect(port.hello).rejects.toMatchObject({ code: "unavailable" });
    await passTime(20 * SECOND);
    await hello;
    expect(port.hungInstance).toBe("host-1");
    port2.close();
  });
});

describe("a host that lives and does not answer", () => {
  it.each<[string, StreamPart[], string, string | undefined]>([
    ["the admission", [], "unavailable", undefined],
    ["the model's turn", [admitted], "unavailable", undefined],
    ["a download", [admitted, waiting("download")], "unavailable", undefined],
    ["a check of files", [admitted, waiting("verify")], "unavailable", undefined],
    ["the load", [admitted, waiting("load")], "unavailable", "host-1"],
    ["the prefill", [admitted, waiting("prefill")], "failed", "host-1"],
    ["the next token", [admitted, waiting("prefill"), text], "failed", "host-1"],
  ])("fails the request that waits for %s", async (_, before, code, hungInstance) => {
    const ended = deferred();
    const port = connect(async function* (_request, signal) {
      try {
        yield* before;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      } finally {
        ended.resolve();
      }
    });
    const seen = read(port);
    const types = before.map(({ type }) => type);
    await passTime(4 * MINUTE);
    expect(seen).toEqual(types);
    await passTime(3 * MINUTE);
    expect(seen).toEqual([...types, code]);
    expect(port.hungInstance).toBe(hungInstance);
    await ended.promise;
  });
});

it("a slow download, load and prefill are not cut", async () => {
  const minutes = (count: number) => new Promise((resolve) => setTimeout(resolve, count * MINUTE));
  const port = connect(async function* () {
    await minutes(4);
    yield admitted;
    for (let step = 0; step < 5; step += 1) {
      await minutes(4);
      yield waiting("download");
    }
    await minutes(4);
    yield waiting("load");
    await minutes(4);
    yield waiting("prefill");
    await minutes(5.5);
    yield text;
    await minutes(4);
    yield finish;
  });
  const seen = read(port);
  await passTime(50 * MINUTE);
  expect(seen.filter((type) => type !== "waiting")).toEqual(["admitted", "text", "finish", "end"]);
});

it("sends no signs of life once nobody waits", async () => {
  const port = connect(async function* () {
    yield admitted;
    await never;
  });
  read(port);
  await passTime(5 * SECOND);
  port.close();
  await roundTrip();
  expect(vi.getTimerCount()).toBe(0);
});
