import { expect, it } from "vitest";
import { deferred } from "../util/deferred.ts";
import type { Installs } from "../wire/peer-messages.ts";
import type { Locks } from "../wire/watch-lock.ts";
import { joinPeers, type PeerEvent } from "./peers.ts";

const install = (id: string, phase: "waiting" | "downloading", loadedBytes = 1): Installs[number] => ({
  id,
  state: {
    type: "installing",
    phase,
    loadedBytes,
    totalBytes: 10,
    bytesPerSecond: null,
    secondsLeft: null,
    problem: null,
  },
});

/** Workers on one channel; `die` frees the lock of one. */
function setUp() {
  const listeners = new Map<object, (event: MessageEvent<unknown>) => void>();
  const freed = new Map<string, () => void>();
  const locks: Locks = {
    request: (name, _options, callback) =>
      new Promise((resolve) => freed.set(name, () => resolve(callback()))),
  };
  const start = (name: string, lock = Promise.resolve(name)) => {
    const events: PeerEvent[] = [];
    const channel = {
      postMessage(data: unknown) {
        for (const [other, listener] of listeners) {
          if (other !== channel) listener(new MessageEvent("message", { data: structuredClone(data) }));
        }
      },
      addEventListener: (_: string, listener: unknown) => {
        if (typeof listener === "function") listeners.set(channel, (event) => listener(event));
      },
    };
    const peers = joinPeers({ channel, locks, lock });
    peers.observe((event) => events.push(event));
    return { peers, events };
  };
  return { start, die: (name: string) => freed.get(name)?.() };
}

it("tells a worker that starts later about the installs, and about their end", async () => {
  const { start } = setUp();
  const first = start("one");
  first.peers.announce([install("m", "downloading", 5)], "progress");
  const second = start("two");
  await expect.poll(() => second.peers.installs()).toEqual([install("m", "downloading", 5)]);
  first.peers.announce([], "catalogue");
  await expect.poll(() => second.events.at(-1)).toEqual({ type: "changed", change: "catalogue" });
  expect(second.peers.installs()).toEqual([]);
});

it("prefers the state of the worker that downloads to that of one which waits", async () => {
  const { start } = setUp();
  const [first, second] = [start("one"), start("two")];
  first.peers.announce([install("m", "downloading", 5)], "progress");
  second.peers.announce([install("m", "waiting"), install("n", "waiting")], "progress");
  for (const { peers } of [first, second]) {
    await expect
      .poll(() => peers.installs())
      .toEqual([install("m", "downloading", 5), install("n", "waiting")]);
  }
});

it("passes a pause and a removal on", () => {
  const { start } = setUp();
  const [first, second] = [start("one"), start("two")];
  second.peers.pause("m");
  second.peers.unload("m");
  expect(first.events).toEqual([
    { type: "pause", model: "m" },
    { type: "unload", model: "m" },
  ]);
  expect(second.events).toEqual([]);
});

it("forgets the installs of a worker that has died", async () => {
  const { start, die } = setUp();
  const [first, second] = [start("one"), start("two")];
  first.peers.announce([install("m", "downloading")], "progress");
  await expect.poll(() => second.peers.installs()).toHaveLength(1);
  die("one");
  expect(second.peers.installs()).toEqual([]);
  expect(second.events.at(-1)).toEqual({ type: "changed", change: "catalogue" });
});

it("announces nothing before its lock is held, which peers would take for dead", async () => {
  const { start } = setUp();
  const lock = deferred<string>();
  const [first, second] = [start("one", lock.promise), start("two")];
  first.peers.announce([install("m", "downloading")], "progress");
  await Promise.resolve();
  expect(second.peers.installs()).toEqual([]);
  lock.resolve("one");
  await expect.poll(() => second.peers.installs()).toHaveLength(1);
});
