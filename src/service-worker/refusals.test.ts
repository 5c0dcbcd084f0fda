import { expect, it } from "vitest";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { Locks } from "../wire/watch-lock.ts";
import { Refusals } from "./refusals.ts";

/** Locks whose holders live until they are told to die. */
function scriptedLocks() {
  const waiting = new Map<string, () => void>();
  const locks: Locks = {
    request: (name, _options, callback) =>
      new Promise((resolve) => waiting.set(name, () => resolve(callback()))),
  };
  return { locks, die: (name: string) => waiting.get(name)?.() };
}

/** The page's side of a refusal, and what it was told. */
function begin(refusals: Refusals, lock: string) {
  const { port1, port2 } = new MessageChannel();
  const told: unknown[] = [];
  port1.addEventListener("message", ({ data }) => told.push(data));
  port1.start();
  refusals.begin(lock, port2);
  return { told, end: () => port1.postMessage({ v, type: "end-refusal" }) };
}

it("refuses until it is told to end, and tells what it refused", async () => {
  const refusals = new Refusals(scriptedLocks().locks);
  expect(refusals.refuse()).toBe(false);
  const page = begin(refusals, "a");
  await expect.poll(() => page.told).toEqual([{ v, type: "refusing" }]);
  expect([refusals.refuse(), refusals.refuse()]).toEqual([true, true]);
  refusals.wentOut(1);
  page.end();
  await expect
    .poll(() => page.told.at(-1))
    .toEqual({ v, type: "refusal-ended", refused: 2, networkRequests: 1 });
  expect(refusals.refuse()).toBe(false);
});

it("ends with the page that asked for it, and not with another one", async () => {
  const { locks, die } = scriptedLocks();
  const refusals = new Refusals(locks);
  begin(refusals, "a");
  const other = begin(refusals, "b");
  die("a");
  expect(refusals.refuse()).toBe(true);
  die("b");
  await expect.poll(() => refusals.refuse()).toBe(false);
  expect(other.told).not.toContainEqual(expect.objectContaining({ type: "refusal-ended" }));
});
