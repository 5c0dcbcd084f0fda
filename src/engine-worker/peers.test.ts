import { expect, it } from "vitest";
import type { Installs } from "../wire/peer-messages.ts";
import type { Locks } from "../wire/watch-lock.ts";
import { joinPeers } from "./peers.ts";

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

/** Workers in a row on one channel; `die` frees the lock of one. */
function setUp() {
  const listeners = new Map<object, (event: MessageEvent<unknown>) => void>();
  const freed = new Map<string, () => void>();
  const locks: Locks = {
    request: (name, _options, callback) =>
      new Promise((resolve) => freed.set(name, () => resolve(callback()))),
  };
  const start = (lock: string) => {
    const own: { installs: Installs } = { installs: [] };
    const heard: string[] = [];
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
    const peers = joinPeers({
      channel,
      locks,
      lock,
      installs: () => own.installs,
      pause: (model) => heard.push(`pause ${model}`),
      unload: (model) => heard.push(`unload ${model}`),
      onChange: (what) => heard.push(what),
    });
    return { own, heard, peers };
  };
  return { start, die: (lock: string) => freed.get(lock)?.() };
}

it("tells a worker that starts later what is being installed, and what becomes of it", () => {
  const { start } = setUp();
  const first = start("one");
  first.own.installs = [install("m", "downloading", 5)];
  const second = start("two");
  expect(second.peers.installs()).toEqual(first.own.installs);
  first.own.installs = [];
  first.peers.tell("catalogue");
  expect(second.peers.installs()).toEqual([]);
  expect(second.heard.at(-1)).toBe("catalogue");
});

it("shows the download rather than who waits for it", () => {
  const { start } = setUp();
  const first = start("one");
  const second = start("two");
  first.own.installs = [install("m", "downloading", 5)];
  second.own.installs = [install("m", "waiting"), install("n", "waiting")];
  first.peers.tell("progress");
  second.peers.tell("progress");
  for (const { peers } of [first, second]) {
    expect(peers.installs()).toEqual([install("m", "downloading", 5), install("n", "waiting")]);
  }
});

it("passes a pause and a removal on", () => {
  const { start } = setUp();
  const first = start("one");
  const second = start("two");
  second.peers.pause("m");
  second.peers.unload("m");
  expect(first.heard).toEqual(expect.arrayContaining(["pause m", "unload m"]));
  expect(second.heard).not.toContain("pause m");
});

it("forgets what a worker was installing that has died", async () => {
  const { start, die } = setUp();
  const first = start("one");
  const second = start("two");
  first.own.installs = [install("m", "downloading")];
  first.peers.tell("progress");
  expect(second.peers.installs()).toHaveLength(1);
  die("one");
  expect(second.peers.installs()).toEqual([]);
});
