/** Tabs in Node with the real election; the tests play their workers, and the service worker between them. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Emitter } from "../../util/emitter.ts";
import type { PageState } from "../../wire/control-messages.ts";
import { fakeTimers, passTime, roundTrip } from "../../wire/testing/round-trip.ts";
import { TestLockManager } from "../../wire/testing/test-lock-manager.ts";
import { type HostConnection, SILENT } from "../host-connection.ts";
import { createDedicatedHost, type DedicatedHost, type LeaderWorker } from "./dedicated-host.ts";
import { createLeaderLock } from "./leader-lock.ts";
import { createTestHost } from "../testing/test-host.ts";

const START_TIMEOUT_MS = 20_000;
const allPorts: MessagePort[] = [];

beforeEach(fakeTimers);
afterEach(() => {
  vi.useRealTimers();
  for (const port of allPorts.splice(0)) port.close();
});

class TestWorker implements LeaderWorker {
  isTerminated = false;
  constructor(
    readonly instance: string,
    readonly isSlow: boolean,
  ) {}
  postMessage(_: unknown, [port]: Transferable[]): void {
    if (port instanceof MessagePort && !this.isSlow) port.postMessage(this.instance);
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

/** The connection to a worker, which answers with the name of its instance. */
function connect(port: TestWorker | MessagePort, end: AbortController): Promise<HostConnection> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      clearTimeout(timer);
      reject(new Error("no report"));
      end.abort();
    };
    const timer = setTimeout(fail, START_TIMEOUT_MS);
    const report = (instance: string) => {
      clearTimeout(timer);
      end.signal.removeEventListener("abort", fail);
      resolve({ ...createTestHost(instance), ended: end.signal, retire: () => end.abort(SILENT) });
    };
    end.signal.addEventListener("abort", fail);
    if (port instanceof TestWorker) {
      if (!port.isSlow) report(port.instance);
      return;
    }
    port.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string") report(data);
    });
    port.start();
  });
}

interface TestTab extends DedicatedHost {
  readonly tab: { isFrozen: boolean };
  /** It goes to the back/forward cache. */
  leave(): void;
  close(): void;
}

function openTabs() {
  const locks = new TestLockManager();
  const tabs: TestTab[] = [];
  const state = { hung: [] as string[], isSlow: false, workers: [] as TestWorker[] };

  function openTab(id: string): TestTab {
    const changes = new Emitter<PageState>();
    const tab = { isFrozen: false };
    const host = createDedicatedHost<TestWorker>({
      leaderLock: createLeaderLock(locks.of(id)),
      pageState: {
        current: () => ({ isIsolated: false, visibility: "visible" }),
        observe: changes.observe,
      },
      createWorker: () => {
        const worker = new TestWorker(`${id} ${state.workers.length + 1}`, state.isSlow);
        state.workers.push(worker);
        return worker;
      },
      connect,
      findLeader: async () =>
        tabs.map(({ tab: other, accept }) => {
          const { port1, port2 } = new MessageChannel();
          allPorts.push(port1, port2);
          if (!other.isFrozen) accept({ port: port2, hung: state.hung });
          return port1;
        }),
    });
    const opened: TestTab = {
      ...host,
      tab,
      leave: () => changes.emit({ isIsolated: false, visibility: "frozen" }),
      close() {
        tabs.splice(tabs.indexOf(opened), 1);
        locks.end(id);
      },
    };
    tabs.push(opened);
    return opened;
  }

  const [a, b, c] = [openTab("a"), openTab("b"), openTab("c")];
  const running = () =>
    state.workers.filter(({ isTerminated }) => !isTerminated).map(({ instance }) => instance);
  const leader = () => createLeaderLock(locks.of("anyone")).leader();
  return { a, b, c, state, running, leader };
}

const instanceOf = async (start: Promise<HostConnection>) => (await start).status.instance;

it("has one worker for all tabs, in the first one", async () => {
  const { a, b, c, running } = openTabs();
  const instances = await Promise.all([a, b, c].map(({ start }) => instanceOf(start())));
  expect(instances).toEqual(["a 1", "a 1", "a 1"]);
  expect(running()).toEqual(["a 1"]);
});

it("ends the worker when the page is left, and another tab leads at its next start", async () => {
  const { a, b, c, running } = openTabs();
  const left = await a.start();
  await b.start();
  a.leave();
  expect(left.ended.aborted).toBe(true);
  expect(running()).toEqual([]);
  expect(await instanceOf(c.start())).toBe("c 2");
  // It came back from the cache.
  expect(await instanceOf(a.start())).toBe("c 2");
  expect(running()).toEqual(["c 2"]);
});

it("leads as soon as the leader that it asks goes", async () => {
  const { a, b, running } = openTabs();
  await a.start();
  a.tab.isFrozen = true;
  const start = instanceOf(b.start());
  await passTime(5_000);
  expect(running()).toEqual(["a 1"]);
  a.close();
  expect(await start).toBe("b 2");
});

it("replaces a leader that answers nothing, once, and that one ends its worker when it is resumed", async () => {
  const { a, b, c, state, running, leader } = openTabs();
  const frozen = await a.start();
  a.tab.isFrozen = true;
  const starts = [b, c].map(({ start }) => instanceOf(start()));
  await passTime(15_000);
  expect(await leader()).toBe("a");
  await passTime(5_000);
  const [first, second] = await Promise.all(starts);
  expect(second).toBe(first);
  expect(state.workers).toHaveLength(2);
  // The lock's rejection arrives when the tab is resumed.
  expect(frozen.ended.aborted).toBe(true);
  expect(running()).toEqual([first]);
});

it("replaces a leader whose worker was silent before after one question", async () => {
  const { a, b } = openTabs();
  await a.start();
  const followed = await b.start();
  a.tab.isFrozen = true;
  followed.retire();
  const start = instanceOf(b.start());
  await passTime(2_500);
  expect(await start).toBe("b 2");
});

it("never replaces a leader that answers, however slow its worker starts", async () => {
  const { a, b, state, running, leader } = openTabs();
  state.isSlow = true;
  const first = a.start().catch(String);
  await roundTrip();
  // Later, so that it does not lead once the first one gives up.
  await passTime(10_000);
  const second = b.start().then(({ status }) => status.instance, String);
  await passTime(5_000);
  expect([running(), await leader()]).toEqual([["a 1"], "a"]);
  state.isSlow = false;
  await passTime(10_000);
  expect(await first).toMatch("no report");
  expect(await second).toBe("b 2");
});

it("replaces a worker that hangs in a leader that answers", async () => {
  const { a, b, state, running } = openTabs();
  const { ended } = await a.start();
  (await b.start()).retire();
  state.hung = ["a 1"];
  expect(await instanceOf(b.start())).toBe("b 2");
  expect(ended.aborted).toBe(true);
  expect(running()).toEqual(["b 2"]);
});

it("fails a start in a page that is left, which does not lead later", async () => {
  const { a, b, leader } = openTabs();
  await a.start();
  a.tab.isFrozen = true;
  const start = b.start();
  await passTime(2_500);
  b.leave();
  await expect(start).rejects.toMatchObject({ code: "host-failed" });
  a.close();
  await roundTrip();
  expect(await leader()).toBeUndefined();
});

it("leads nobody after its worker could not be started", async () => {
  const { a, b, state, leader } = openTabs();
  state.isSlow = true;
  const start = a.start().catch(String);
  await passTime(START_TIMEOUT_MS);
  expect(await start).toMatch("no report");
  expect(await leader()).toBeUndefined();
  state.isSlow = false;
  expect(await instanceOf(b.start())).toBe("b 2");
});
