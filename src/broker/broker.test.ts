import { describe, expect, it } from "vitest";
import { deferred } from "../util/deferred.ts";
import {
  admitted,
  ask,
  collect,
  finish,
  gated,
  hostingPage,
  never,
  setUp,
  silentPage,
} from "./testing/scripted-host.ts";

describe("createBroker", () => {
  it("relays a whole reply from the host", async () => {
    const { broker } = setUp(gated(Promise.resolve(), []));
    const parts = await collect(broker.engineFor("page-1").generate(ask("a"), never));
    expect(parts).toEqual([admitted, { type: "text", text: "a" }, finish]);
    expect([broker.active, broker.waiting]).toEqual([0, 0]);
  });

  it("admits at once and generates one at a time", async () => {
    const order: string[] = [];
    const gate = deferred();
    const { broker } = setUp(gated(gate.promise, order));
    const engine = broker.engineFor("page-1");
    const first = engine.generate(ask("first"), never)[Symbol.asyncIterator]();
    await first.next();
    const firstText = first.next();
    const second = engine.generate(ask("second", "key-2"), never)[Symbol.asyncIterator]();
    expect((await second.next()).value).toEqual(admitted);
    expect((await second.next()).value).toEqual({ type: "waiting", phase: "queue" });
    expect([broker.active, broker.waiting]).toEqual([1, 1]);
    const secondText = second.next();
    gate.resolve();
    expect((await firstText).value).toEqual({ type: "text", text: "first" });
    await first.next();
    await first.next();
    expect((await secondText).value).toEqual({ type: "text", text: "second" });
    expect(order).toEqual(["first", "second"]);
  });

  it("refuses a request at its first pull when the queue is full", async () => {
    const gate = deferred();
    const { broker } = setUp(gated(gate.promise, []), 1);
    const engine = broker.engineFor("page-1");
    const running = engine.generate(ask("running"), never)[Symbol.asyncIterator]();
    await running.next();
    const waiting = engine.generate(ask("waiting"), never)[Symbol.asyncIterator]();
    await waiting.next();
    const refused = engine.generate(ask("refused"), never)[Symbol.asyncIterator]();
    await expect(refused.next()).rejects.toMatchObject({ code: "queue-full" });
    gate.resolve();
    await running.return?.();
    await waiting.return?.();
    expect([broker.active, broker.waiting]).toEqual([0, 0]);
  });

  it("asks the requesting page first, then the others", async () => {
    const { broker, page, pages, locks } = setUp(gated(Promise.resolve(), []));
    const other = hostingPage("page-2", gated(Promise.resolve(), []), locks);
    pages.push(other);
    await collect(broker.engineFor("page-2").generate(ask("a"), never));
    expect([page.asked, other.asked]).toEqual([0, 1]);
  });

  it("skips a page that does not answer", async () => {
    const { broker, page, pages } = setUp(gated(Promise.resolve(), []));
    const silent = silentPage("page-0");
    pages.unshift(silent);
    const status = await broker.describeHost("page-0", 50);
    expect(status).toBeUndefined();
    expect(silent.asked).toBe(1);
    expect((await broker.describeHost("page-1", 5_000))?.instance).toBe("host-1");
    expect(page.asked).toBe(1);
  });

  it("reports that no page is open", async () => {
    const { broker, pages } = setUp(gated(Promise.resolve(), []));
    pages.length = 0;
    await expect(collect(broker.engineFor("").generate(ask("a"), never))).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("No page"),
    });
  });

  it("fails the reply when the host dies in the middle, and serves the next request", async () => {
    const { broker, hostDies, pages, locks } = setUp(gated(new Promise(() => {}), []));
    const parts = broker.engineFor("page-1").generate(ask("a"), never)[Symbol.asyncIterator]();
    await parts.next();
    const pending = parts.next();
    hostDies();
    await expect(pending).rejects.toMatchObject({ code: "unavailable" });
    const replacement = deferred();
    void locks.request("host-2", {}, () => replacement.promise);
    pages[0] = hostingPage("page-1", gated(Promise.resolve(), []), locks, "host-2");
    expect(await collect(broker.engineFor("page-1").generate(ask("b"), never))).toHaveLength(3);
  });

  it("cancels the generation when the signal aborts, and frees the engine", async () => {
    const cancelled = deferred();
    const { broker } = setUp({
      async *generate(_, signal) {
        try {
          yield admitted;
          for (;;) {
            yield { type: "text", text: "x" };
            await new Promise((resolve) => setTimeout(resolve));
            if (signal.aborted) return;
          }
        } finally {
          cancelled.resolve();
        }
      },
    });
    const abort = new AbortController();
    const parts = broker.engineFor("page-1").generate(ask("a"), abort.signal)[Symbol.asyncIterator]();
    await parts.next();
    await parts.next();
    abort.abort();
    await expect(
      (async () => {
        for (;;) if ((await parts.next()).done === true) return;
      })(),
    ).rejects.toMatchObject({ code: "cancelled" });
    await cancelled.promise;
    expect(broker.active).toBe(0);
  });
});
