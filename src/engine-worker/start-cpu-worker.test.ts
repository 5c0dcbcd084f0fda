/** The host's side, with the real starter and the real lifeline in between: only the thread and the page are played. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepLifeline } from "../cpu-worker/lifeline.ts";
import { deferred } from "../util/deferred.ts";
import type { StartPorts } from "../wire/cpu-worker-messages.ts";
import { launchCpuWorker } from "../wire/launch-cpu-worker.ts";
import { fakeTimers, passTime, roundTrip } from "../wire/testing/round-trip.ts";
import type { Locks } from "../wire/watch-lock.ts";
import { TestLocks } from "../wire/testing/test-locks.ts";
import type { CpuWorkerPlace } from "./cpu-worker-places.ts";
import { createStartCpuWorker } from "./start-cpu-worker.ts";

const allPorts: MessagePort[] = [];
beforeEach(() => fakeTimers());
afterEach(() => {
  vi.useRealTimers();
  for (const port of allPorts.splice(0)) port.close();
});

/** A place whose workers answer on the engine's port with its name. */
function openPlace(name: string, locks: TestLocks, { isFrozen = false, isSilent = false } = {}) {
  const closed = new AbortController();
  const leaving = new AbortController();
  const state = { started: 0, terminated: 0, ended: 0, isFrozen };
  const crash = deferred();
  /** Releases the lock when the worker ends. */
  const workerLocks = (life: Promise<unknown>): Locks => ({
    request: (lock, options, hold) => locks.request(lock, options, () => (void hold(), life)),
  });
  const waiting: (() => void)[] = [];
  let lifelinePort: MessagePort | undefined;

  function start(ports: StartPorts): void {
    allPorts.push(...ports);
    lifelinePort = ports[2];
    const life = deferred();
    const run = () => {
      launchCpuWorker(
        () => {
          state.started += 1;
          return {
            addEventListener: () => {},
            terminate() {
              state.terminated += 1;
              life.resolve();
            },
            postMessage: () => {
              if (isSilent) return;
              const [, engine, lifeline] = ports;
              engine.onmessage = ({ data }) => engine.postMessage(`${name} got ${data}`);
              void crash.promise.then(life.resolve);
              void keepLifeline(lifeline, workerLocks(life.promise), () => {
                state.ended += 1;
                life.resolve();
              });
            },
          };
        },
        ports,
        leaving.signal,
      );
    };
    if (state.isFrozen) waiting.push(run);
    else run();
  }

  return {
    place: { start, closed: closed.signal },
    state,
    closed,
    leaving,
    crash: crash.resolve,
    /** A running worker gets no message until it is resumed. */
    freeze() {
      const handler = lifelinePort?.onmessage;
      if (!lifelinePort || !handler) throw new Error("No worker runs.");
      lifelinePort.onmessage = (event) =>
        waiting.push(() => handler.call(event.target as MessagePort, event));
    },
    resume: () => waiting.splice(0).forEach((run) => run()),
  };
}

function open(...names: string[]) {
  const locks = new TestLocks();
  const places = names.map((name) => openPlace(name, locks));
  const startCpuWorker = createStartCpuWorker(() => places.map(({ place }) => place), locks);
  return { locks, places, startCpuWorker };
}

async function say(port: MessagePort, text: string): Promise<unknown> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
    port.postMessage(text);
  });
}

it("starts a worker in the first place, and leads to it", async () => {
  const { places, startCpuWorker } = open("one", "two");
  const { port, ended, terminate } = await startCpuWorker();
  expect(await say(port, "hello")).toBe("one got hello");
  expect(places.map(({ state }) => state.started)).toEqual([1, 0]);
  terminate();
  expect(ended.aborted).toBe(true);
  await expect.poll(() => places[0]?.state).toMatchObject({ terminated: 1 });
});

it("passes over a page that cannot create a worker", async () => {
  const { locks, places } = open("one");
  const refusing: CpuWorkerPlace = {
    closed: new AbortController().signal,
    start(ports) {
      allPorts.push(...ports);
      const refuse = () => {
        throw new Error("refused");
      };
      launchCpuWorker(refuse, ports, refusing.closed);
    },
  };
  const { port, terminate } = await createStartCpuWorker(
    () => [refusing, ...places.map(({ place }) => place)],
    locks,
  )();
  expect(await say(port, "hello")).toBe("one got hello");
  terminate();
  await expect(createStartCpuWorker(() => [refusing], locks)()).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("refused"),
  });
});

it("passes over a page that does not answer, whose late worker is ended", async () => {
  const locks = new TestLocks();
  const frozen = openPlace("frozen", locks, { isFrozen: true });
  const awake = openPlace("awake", locks);
  const starting = createStartCpuWorker(() => [frozen.place, awake.place], locks)();
  await passTime(5_000);
  const { port, ended, terminate } = await starting;
  expect(await say(port, "hello")).toBe("awake got hello");
  frozen.resume();
  await roundTrip();
  expect(frozen.state).toMatchObject({ started: 1, terminated: 1, ended: 1 });
  expect(ended.aborted).toBe(false);
  terminate();
});

it("passes over a worker that does not greet, and ends it", async () => {
  const locks = new TestLocks();
  const silent = openPlace("silent", locks, { isSilent: true });
  const starting = createStartCpuWorker(() => [silent.place], locks)();
  const failed = expect(starting).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("did not start in time"),
  });
  await passTime(25_000);
  await failed;
  expect(silent.state).toMatchObject({ started: 1, terminated: 1 });
});

it("passes over a page that closes during the start", async () => {
  const locks = new TestLocks();
  const closing = openPlace("closing", locks, { isSilent: true });
  const open = openPlace("open", locks);
  const starting = createStartCpuWorker(() => [closing.place, open.place], locks)();
  await roundTrip();
  closing.closed.abort();
  const { port, terminate } = await starting;
  expect(await say(port, "hello")).toBe("open got hello");
  terminate();
});

it("fails where no page is open", async () => {
  const { startCpuWorker } = open();
  await expect(startCpuWorker()).rejects.toMatchObject({ code: "unavailable" });
});

it.each([
  ["its page is closed", ({ closed }: ReturnType<typeof openPlace>) => closed.abort()],
  ["its page is left", ({ leaving }: ReturnType<typeof openPlace>) => leaving.abort("The page was left.")],
  ["it crashes", ({ crash }: ReturnType<typeof openPlace>) => crash()],
])("tells that a worker has ended when %s", async (_, act) => {
  const { places, startCpuWorker } = open("one");
  const { ended } = await startCpuWorker();
  await passTime(30_000);
  expect(ended.aborted).toBe(false);
  const [one] = places;
  if (one !== undefined) act(one);
  await roundTrip();
  expect(ended.reason).toMatchObject({ code: "unavailable" });
});

it("gives up a worker that a frozen tab keeps, which ends when it is resumed", async () => {
  const { places, startCpuWorker } = open("one", "two");
  const [one, two] = places;
  const first = await startCpuWorker();
  one?.freeze();
  await passTime(10_000);
  expect(first.ended.aborted).toBe(false);
  await passTime(15_000);
  expect(first.ended.reason).toMatchObject({ message: expect.stringContaining("stopped responding") });
  // Its page was told to end it.
  expect(one?.state).toMatchObject({ terminated: 1, ended: 0 });

  const second = await startCpuWorker();
  const received: unknown[] = [];
  first.port.onmessage = ({ data }) => received.push(data);
  one?.resume();
  expect(one?.state).toMatchObject({ ended: 1 });
  await roundTrip();
  expect({ received, isSecondEnded: second.ended.aborted, two: two?.state.started }).toEqual({
    received: [],
    isSecondEnded: false,
    two: 0,
  });
  second.terminate();
});
