/** A host that hangs fails the requests that it holds, and no later ones. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Engine } from "../contract/engine.ts";
import type { WorkerMessage } from "../wire/page-messages.ts";
import { requestMessageSchema, type ReplyMessage } from "../wire/request-messages.ts";
import { serveRequestPort } from "../wire/serve-requests.ts";
import { fakeTimers, passTime, roundTrip } from "../wire/testing/round-trip.ts";
import { TestLocks } from "../wire/testing/test-locks.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { createBroker } from "./broker.ts";
import { admitted, ask, collect, finish, gated, never } from "./testing/scripted-host.ts";

beforeEach(fakeTimers);
afterEach(() => vi.useRealTimers());

/** A page whose first host is `first`; once told that it hangs, it offers `second`. */
function setUp(first: (port: MessagePort, locks: TestLocks) => void, second: Engine) {
  const locks = new TestLocks();
  for (const lock of ["lock-1", "lock-2"]) void locks.request(lock, {}, () => new Promise(() => {}));
  const page = {
    id: "page-1",
    told: [] as (readonly string[])[],
    postMessage({ hung }: WorkerMessage, [port]: Transferable[]) {
      page.told.push(hung);
      if (!(port instanceof MessagePort)) throw new TypeError("a port must come with the message");
      if (hung.includes("host-1")) serve(port, second, "host-2", "lock-2", locks);
      else first(port, locks);
    },
  };
  const broker = createBroker({ pages: () => Promise.resolve([page]), locks, queueLength: 4 });
  return { page, broker, engine: broker.engineFor("page-1") };
}

function serve(port: MessagePort, engine: Engine, instance: string, lock: string, locks: TestLocks): void {
  serveRequestPort(port, { engine, locks, instance, lock, status: () => new Promise(() => {}) });
}

/** Greets and admits, then does nothing more, like a worker whose thread hangs. */
function hang(port: MessagePort): void {
  const send = (message: ReplyMessage) => port.postMessage(message);
  send({ v, type: "hello", instance: "host-1", lock: "lock-1" });
  port.onmessage = ({ data }) => {
    if (requestMessageSchema.parse(data).type === "generate") send({ v, type: "part", part: admitted });
  };
}

it("a hung thread fails its requests, and the next request gets another host at once", async () => {
  const { page, broker, engine } = setUp(hang, gated(Promise.resolve(), []));
  const ends = ["a", "b"].map((id) => collect(engine.generate(ask(id), never)).catch(codeOf));
  await roundTrip();
  expect([broker.active, broker.waiting]).toEqual([1, 1]);
  await passTime(20_000);
  expect(await Promise.all(ends)).toEqual(["unavailable", "unavailable"]);
  expect([broker.active, broker.waiting]).toEqual([0, 0]);
  const parts = await collect(engine.generate(ask("c"), never));
  expect(parts).toEqual([admitted, { type: "text", text: "c" }, finish]);
  expect(page.told.at(-1)).toEqual(["host-1"]);
});

it("an engine that stops in the middle of a reply releases its slot, and the next request gets another host", async () => {
  const stuck: Engine = {
    async *generate() {
      yield admitted;
      yield { type: "text", text: "x" };
      await new Promise(() => {});
    },
  };
  const { broker, engine } = setUp(
    (port, locks) => serve(port, stuck, "host-1", "lock-1", locks),
    gated(Promise.resolve(), []),
  );
  const end = collect(engine.generate(ask("a"), never)).catch(codeOf);
  await passTime(290_000);
  expect(broker.active).toBe(1);
  await passTime(20_000);
  expect([await end, broker.active]).toEqual(["failed", 0]);
  expect(await collect(engine.generate(ask("b"), never))).toHaveLength(3);
});

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : error;
}
