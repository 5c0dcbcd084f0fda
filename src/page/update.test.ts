/** With the real workbox-window, because its heuristics matter, and simulated service workers. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Workbox } from "workbox-window";
import { TestTimers } from "./testing/test-timers.ts";
import { TestContainer, TestWorker } from "./testing/test-workers.ts";
import { createUpdates, type Update, type Updates } from "./update.ts";

let container: TestContainer;
let isDeleted: boolean;
let timers: TestTimers;
/** Resolves when no reply is under way. */
let noReply: Promise<void>;
const reload = vi.fn<() => void>();
const told: Update[] = [];

beforeEach(() => {
  container = TestContainer.controlled();
  isDeleted = false;
  timers = new TestTimers();
  noReply = Promise.resolve();
  reload.mockClear();
  told.length = 0;
  vi.stubGlobal("navigator", { serviceWorker: container });
  vi.stubGlobal("location", { href: "https://page.example/" });
  // workbox-window waits 200 ms to see whether a worker waits.
  vi.stubGlobal("self", { setTimeout: (act: () => void) => setTimeout(act, 0) });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function follow(): Promise<Updates> {
  const updates = createUpdates({
    openWorkbox: () => new Workbox("/sw.js"),
    registration: async () => (isDeleted ? undefined : container.registration.asRegistration),
    controller: () => container.controller?.asWorker,
    timers,
    async betweenReplies(work) {
      await noReply;
      await work();
    },
    reload,
  });
  updates.listen((update) => told.push(update));
  await updates.register();
  await settled();
  return updates;
}

/** A new version is found and installed. */
async function publish(): Promise<TestWorker> {
  const worker = container.registration.find();
  container.registration.install(worker);
  await settled();
  return worker;
}

/** The worker activates when it is told to take over. */
function obeys(worker: TestWorker): void {
  worker.onMessage = () => queueMicrotask(() => container.registration.activate(worker));
}

/** Waits for workbox-window's timers: pending work needs two turns at most. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

describe("a new version is announced", () => {
  test("that waits when the page connects", async () => {
    const worker = new TestWorker();
    container.registration.install(worker);
    await follow();
    expect(told).toHaveLength(1);
  });

  test("whose installation began before the page connected", async () => {
    const worker = container.registration.find();
    await follow();
    container.registration.install(worker);
    await settled();
    expect(told).toHaveLength(1);
  });

  test("each time that any tab finds one", async () => {
    await follow();
    for (let count = 1; count <= 5; count += 1) {
      await publish();
      expect(told).toHaveLength(count);
    }
  });

  test("after one whose installation failed", async () => {
    await follow();
    await publish();
    const failed = container.registration.find();
    container.registration.installing = null;
    failed.become("redundant");
    await settled();
    expect(told).toHaveLength(1);
    await publish();
    expect(told).toHaveLength(2);
  });

  test("to later listeners too, unless it is gone", async () => {
    const updates = await follow();
    const worker = await publish();
    const late = vi.fn<(update: Update) => void>();
    updates.listen(late);
    expect(late).toHaveBeenCalledOnce();
    container.registration.waiting = null;
    worker.become("redundant");
    const later = vi.fn<(update: Update) => void>();
    updates.listen(later);
    expect(later).not.toHaveBeenCalled();
  });

  test("but not the first version, which need not wait", async () => {
    container = new TestContainer();
    vi.stubGlobal("navigator", { serviceWorker: container });
    await follow();
    await publish();
    expect(told).toEqual([]);
  });
});

describe("an update", () => {
  test("lets the new version take over", async () => {
    await follow();
    const worker = await publish();
    obeys(worker);
    await told[0]?.apply();
    expect(container.registration.active).toBe(worker);
    expect(worker.messages).toEqual([{ type: "take-over" }]);
  });

  test("switches to a newer version that was installed during a reply", async () => {
    await follow();
    await publish();
    let ended = () => {};
    noReply = new Promise((resolve) => {
      ended = resolve;
    });
    const applied = told[0]?.apply();
    const newer = await publish();
    obeys(newer);
    ended();
    await applied;
    expect(container.registration.active).toBe(newer);
  });

  test("switches to a newer version that is installed during the take-over", async () => {
    await follow();
    const worker = await publish();
    worker.onMessage = () => void publish().then(obeysNow);
    const obeysNow = (newer: TestWorker) => container.registration.activate(newer);
    await told[0]?.apply();
    expect(container.registration.active).not.toBe(worker);
    expect(container.registration.active?.state).toBe("activated");
  });

  test("fails if its version cannot be started", async () => {
    await follow();
    const worker = await publish();
    worker.onMessage = () => {
      container.registration.waiting = null;
      worker.become("redundant");
    };
    await expect(told[0]?.apply()).rejects.toMatchObject({ code: "install-failed" });
  });
});

test("an update fails if a request keeps the new version waiting", async () => {
  await follow();
  await publish();
  const applied = expect(told[0]?.apply()).rejects.toMatchObject({
    code: "install-failed",
    message: expect.stringContaining("another request is open"),
  });
  await settled();
  timers.advance(10_000);
  await applied;
});

describe("the page is reloaded", () => {
  test("once, when another version takes control", async () => {
    await follow();
    await publish();
    // Another tab lets it take over.
    const worker = await publish();
    container.registration.activate(worker);
    container.control(worker);
    await settled();
    expect(reload).toHaveBeenCalledOnce();
  });

  test("but not when it is controlled for the first time", async () => {
    container.controller = null;
    await follow();
    container.control(container.registration.active ?? new TestWorker());
    await settled();
    expect(reload).not.toHaveBeenCalled();
    const worker = await publish();
    container.control(worker);
    expect(reload).toHaveBeenCalledOnce();
  });
});

test("a deleted registration is not restored", async () => {
  await follow();
  const worker = await publish();
  isDeleted = true;
  container.registration.waiting = null;
  worker.become("redundant");
  await settled();
  expect(container.registered).toBe(1);
});
