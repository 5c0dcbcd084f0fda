/** The host frees everything that it holds for a request that ends early: seen at the host's generator. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Engine } from "../contract/engine.ts";
import { admitted, ask, finish, never, setUp } from "./testing/scripted-host.ts";

/** Admits every request and then waits for `gate`; counts the open generations. */
function countingEngine(gate: Promise<void> = new Promise(() => {})) {
  const engine = {
    begun: 0,
    open: 0,
    async *generate(_, signal) {
      engine.begun += 1;
      engine.open += 1;
      try {
        yield admitted;
        await Promise.race([gate, new Promise((resolve) => signal.addEventListener("abort", resolve))]);
        yield { type: "text", text: "x" };
        yield finish;
      } finally {
        engine.open -= 1;
      }
    },
  } satisfies Engine & { begun: number; open: number };
  return engine;
}

function begin({ broker }: ReturnType<typeof setUp>, id: string, signal: AbortSignal = never) {
  return broker.engineFor("page-1").generate(ask(id), signal)[Symbol.asyncIterator]();
}

describe("a request that ends before it gets a slot", () => {
  let running: AsyncIterator<unknown>;
  let engine: ReturnType<typeof countingEngine>;
  let service: ReturnType<typeof setUp>;

  beforeEach(async () => {
    engine = countingEngine();
    service = setUp(engine, 1);
    running = begin(service, "running");
    await running.next();
  });

  afterEach(async () => {
    await running.return?.();
    await expect.poll(() => engine.open).toBe(0);
  });

  it("is cancelled at the host when the queue is full", async () => {
    const waiting = begin(service, "waiting");
    await waiting.next();
    await expect(begin(service, "refused").next()).rejects.toMatchObject({ code: "queue-full" });
    await expect.poll(() => [engine.begun, engine.open]).toEqual([3, 2]);
    await waiting.return?.();
  });

  it("is cancelled at the host when it is cancelled in the queue", async () => {
    const cancel = new AbortController();
    const waiting = begin(service, "waiting", cancel.signal);
    await waiting.next();
    await waiting.next();
    const turn = waiting.next();
    cancel.abort();
    await expect(turn).rejects.toMatchObject({ code: "cancelled" });
    await expect.poll(() => [engine.begun, engine.open]).toEqual([2, 1]);
  });

  it("is cancelled at the host when its reader leaves after the admission", async () => {
    const waiting = begin(service, "waiting");
    await waiting.next();
    await waiting.return?.();
    await expect.poll(() => [engine.begun, engine.open]).toEqual([2, 1]);
  });
});
