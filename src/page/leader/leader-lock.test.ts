import { expect, it } from "vitest";
import { TestLockManager } from "../../wire/testing/test-lock-manager.ts";
import { createLeaderLock } from "./leader-lock.ts";

/** The leader's lock in pages `a`, `b` and `c`. */
function open() {
  const manager = new TestLockManager();
  const page = (id: string) => createLeaderLock(manager.of(id));
  return { manager, a: page("a"), b: page("b"), c: page("c") };
}

const never = new AbortController().signal;
const hold = () => new Promise<never>(() => {});
const isPending = async (promise: Promise<unknown>) => {
  const pending = {};
  await new Promise((resolve) => setTimeout(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) === pending;
};

it("belongs to one page, and to the next in the queue once that one releases it", async () => {
  const { a, b, c } = open();
  const first = await a.tryAcquire();
  expect(await b.tryAcquire()).toBeUndefined();
  const [second, third] = [b.acquire(never), c.acquire(never)];
  expect(await isPending(second)).toBe(true);
  expect(await a.leader()).toBe("a");
  first?.release();
  expect((await second).lost.aborted).toBe(false);
  expect(await isPending(third)).toBe(true);
  expect(await a.leader()).toBe("b");
});

it("leaves the queue when nobody wants the lock any more", async () => {
  const { a, b, c } = open();
  const first = await a.tryAcquire();
  const abort = new AbortController();
  const second = b.acquire(abort.signal);
  const third = c.acquire(never);
  abort.abort(new Error("joined another"));
  await expect(second).rejects.toThrow("joined another");
  first?.release();
  await third;
  expect(await a.leader()).toBe("c");
});

it("is taken from a silent page once, however many pages find it silent", async () => {
  const { a, b, c } = open();
  const first = await a.tryAcquire();
  const taken = await Promise.all([b.takeFrom("a"), c.takeFrom("a")]);
  expect(taken.map((leadership) => leadership !== undefined)).toEqual([true, false]);
  await expect.poll(() => first?.lost.aborted).toBe(true);
  expect(await c.leader()).toBe("b");
  expect(await c.takeFrom("a")).toBeUndefined();
  expect(taken[0]?.lost.aborted).toBe(false);
  // Too late for one that was resumed.
  first?.release();
  expect(await c.leader()).toBe("b");
});

it("takes every lock of the silent page's worker, and no other, along", async () => {
  const { manager, a, b } = open();
  const [frozen, ...others] = ["frozen", "page", "shared", "elsewhere"].map((id) => manager.of(id));
  const request = (locks: typeof frozen, name: string, options: LockOptions = {}) =>
    locks?.request(name, options, hold).catch(() => {});
  void request(frozen, "insitu-dedicated-host-1");
  void request(frozen, "insitu-install");
  void request(frozen, "insitu-reply", { mode: "shared" });
  void request(others[0], "insitu-page-1");
  void request(others[1], "insitu-host-1");
  void request(others[2], "insitu-dedicated-host@/app/-1");
  await a.tryAcquire();
  await b.takeFrom("a");
  const { held } = await manager.of("b").query();
  expect(new Set(held.map(({ name }) => name))).toEqual(
    new Set([
      "insitu-dedicated-host@/app/-1",
      "insitu-host-1",
      "insitu-leader",
      "insitu-page-1",
      "insitu-reply",
    ]),
  );
});
