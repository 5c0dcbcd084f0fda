import { afterEach, expect, it } from "vitest";
import type { CpuCommand, CpuEvent } from "../wire/cpu-engine-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { LlamaError } from "./llama-error.ts";
import type { loadModel, Model } from "./load-model.ts";
import { serveEngine } from "./serve-engine.ts";
import { testReply } from "./testing/test-reply.ts";

const LOAD = { v, type: "load", files: [], contextLength: 512, threads: 4 } as const;

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** The host's end: `send` sends a command, `next` waits for the next event. */
function serve(load: typeof loadModel) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  serveEngine(port2, load);
  const events: CpuEvent[] = [];
  let wake = () => {};
  port1.onmessage = ({ data }: MessageEvent<CpuEvent>) => {
    events.push(data);
    wake();
  };
  return {
    send: (command: CpuCommand | object) => port1.postMessage(command),
    async next(): Promise<CpuEvent | undefined> {
      if (events.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return events.shift();
    },
  };
}

/** A model that writes one token and waits for the cancel. */
const patient: Model = {
  threads: 1,
  async reply(_, { onPrefill, onToken }, signal) {
    onPrefill(1);
    onToken("Once", [{ token: "Once", logprob: -1 }]);
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return { reason: "stop", promptTokens: 5, cachedTokens: 4, completionTokens: 1, decodeMs: 3 };
  },
};

it("loads with one thread where there is no isolation, and reports the progress", async () => {
  const threads: number[] = [];
  const { send, next } = serve(async (options, onProgress) => {
    threads.push(options.threads);
    onProgress(0.5);
    return patient;
  });
  send(LOAD);
  expect(await next()).toEqual({ v, type: "load-progress", fraction: 0.5 });
  expect(await next()).toEqual({ v, type: "loaded", threads: 1 });
  expect(threads).toEqual([1]);
});

it("streams a reply until it is cancelled", async () => {
  const { send, next } = serve(async () => patient);
  send(LOAD);
  send(testReply);
  expect(await next()).toEqual({ v, type: "loaded", threads: 1 });
  expect(await next()).toEqual({ v, type: "prefill", id: 1, fraction: 1 });
  const top = [{ token: "Once", logprob: -1 }];
  expect(await next()).toEqual({ v, type: "token", id: 1, text: "Once", top });
  send({ v, type: "cancel", id: 7 });
  send({ v, type: "cancel", id: 1 });
  const counts = { promptTokens: 5, cachedTokens: 4, completionTokens: 1 };
  expect(await next()).toEqual({ v, type: "end", id: 1, reason: "stop", ...counts });
});

it("reports the kind of a failure", async () => {
  const { send, next } = serve(() => Promise.reject(new LlamaError("memory", "too large")));
  send(LOAD);
  expect(await next()).toEqual({ v, type: "load-failed", kind: "memory", detail: "too large" });
});

it("reports failed replies by their ids", async () => {
  const failing: Model = { threads: 1, reply: () => Promise.reject(new LlamaError("grammar", "no")) };
  const { send, next } = serve(async () => failing);
  send(LOAD);
  send(testReply);
  await next();
  expect(await next()).toEqual({ v, type: "reply-failed", id: 1, kind: "grammar", detail: "no" });
});

it("answers a host of another build", async () => {
  const { send, next } = serve(async () => patient);
  send({ ...LOAD, v: v + 1 });
  expect(await next()).toMatchObject({ type: "load-failed", kind: "other" });
});
