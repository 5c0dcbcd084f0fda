import { expect, it } from "vitest";
import type { HostMessage } from "../wire/control-messages.ts";
import { deferred } from "../util/deferred.ts";
import { status } from "../wire/testing/generation.ts";
import { TestLocks } from "../wire/testing/test-locks.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { createPagePorts } from "./page-ports.ts";

const message: HostMessage = { v, type: "status", status };

function openPage(locks: TestLocks, lock: string) {
  const life = deferred();
  void locks.request(lock, {}, () => life.promise);
  const port = {
    reports: 0,
    closed: false,
    postMessage: () => void (port.reports += 1),
    close: () => void (port.closed = true),
  };
  return { port, closePage: life.resolve };
}

it("reports to every page once, and drops the ports of closed pages", async () => {
  const locks = new TestLocks();
  const ports = createPagePorts(locks);
  const [one, two] = [openPage(locks, "one"), openPage(locks, "two")];
  ports.add(one.port, "one");
  ports.add(one.port, "one");
  ports.add(two.port, "two");
  ports.send(message);
  expect([one.port.reports, two.port.reports]).toEqual([1, 1]);

  one.closePage();
  await expect.poll(() => one.port.closed).toBe(true);
  ports.send(message);
  expect([one.port.reports, two.port.reports, ports.count()]).toEqual([1, 2, 1]);
  expect(two.port.closed).toBe(false);
});

it("keeps nothing of a hundred pages that have closed", async () => {
  const locks = new TestLocks();
  const ports = createPagePorts(locks);
  for (let page = 0; page < 100; page += 1) {
    const { port, closePage } = openPage(locks, `page ${page}`);
    ports.add(port, `page ${page}`);
    closePage();
  }
  await expect.poll(() => ports.count()).toBe(0);
});

it("lists the pages that described themselves, the latest first, until they close", async () => {
  const locks = new TestLocks();
  const ports = createPagePorts(locks);
  const [one, two, three] = ["one", "two", "three"].map((lock) => {
    const page = openPage(locks, lock);
    ports.add(page.port, lock);
    return page;
  });
  if (one === undefined || two === undefined || three === undefined) throw new Error("There are three.");
  const state = { isIsolated: false, visibility: "visible" } as const;
  ports.describe({ ...one.port }, state);
  expect(ports.described()).toEqual([]);
  ports.describe(one.port, state);
  ports.describe(two.port, state);
  ports.describe(one.port, { ...state, visibility: "hidden" });
  const [latest, other] = ports.described();
  expect(latest).toMatchObject({ port: one.port, state: { visibility: "hidden" } });
  expect(other).toMatchObject({ port: two.port, state });

  one.closePage();
  await expect.poll(() => latest?.closed.aborted).toBe(true);
  expect(other?.closed.aborted).toBe(false);
  expect(ports.described()).toEqual([other]);
});
