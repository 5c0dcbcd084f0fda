import { expect, it } from "vitest";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { Locks } from "../wire/watch-lock.ts";
import { createOutboundRefusals, type OutboundRefusals } from "./outbound-refusals.ts";

/** Locks whose holders live until a test calls `die`. */
function scriptedLocks() {
  const waiting = new Map<string, () => void>();
  const locks: Locks = {
    request: (name, _options, callback) =>
      new Promise((resolve) => waiting.set(name, () => resolve(callback()))),
  };
  return { locks, die: (name: string) => waiting.get(name)?.() };
}

/** The page's side of a refusal, with the messages that it received. */
function begin(refusals: OutboundRefusals, lock: string) {
  const { port1, port2 } = new MessageChannel();
  const received: unknown[] = [];
  port1.addEventListener("message", ({ data }) => received.push(data));
  port1.start();
  refusals.begin(lock, port2);
  return { received, end: () => port1.postMessage({ v, type: "end-refusal" }) };
}

it("refuses until the page ends it, and reports the counts", async () => {
  const refusals = createOutboundRefusals(scriptedLocks().locks);
  expect(refusals.refuse()).toBe(false);
  const page = begin(refusals, "a");
  await expect.poll(() => page.received).toEqual([{ v, type: "refusing" }]);
  expect([refusals.refuse(), refusals.refuse()]).toEqual([true, true]);
  refusals.countOutgoing(1);
  page.end();
  await expect
    .poll(() => page.received.at(-1))
    .toEqual({ v, type: "refusal-ended", refused: 2, networkRequests: 1 });
  expect(refusals.refuse()).toBe(false);
});

it("ends with the page that began it, and not with another page", async () => {
  const { locks, die } = scriptedLocks();
  const refusals = createOutboundRefusals(locks);
  begin(refusals, "a");
  const other = begin(refusals, "b");
  die("a");
  expect(refusals.refuse()).toBe(true);
  die("b");
  await expect.poll(() => refusals.refuse()).toBe(false);
  expect(other.received).not.toContainEqual(expect.objectContaining({ type: "refusal-ended" }));
});
