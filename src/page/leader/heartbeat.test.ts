import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeTimers, passTime, roundTrip } from "../../wire/testing/round-trip.ts";
import { WIRE_VERSION as v } from "../../wire/version.ts";
import { keepHeartbeat } from "./heartbeat.ts";
import { SILENT } from "../host-connection.ts";

const allPorts: MessagePort[] = [];
beforeEach(fakeTimers);
afterEach(() => {
  vi.useRealTimers();
  for (const port of allPorts.splice(0)) port.close();
});

/** A page's heartbeat with a host that answers until it is frozen. */
function open() {
  const { port1, port2 } = new MessageChannel();
  allPorts.push(port1, port2);
  const host = { isFrozen: false, pings: 0 };
  port2.onmessage = () => {
    host.pings += 1;
    if (!host.isFrozen) port2.postMessage({ v, type: "alive" });
  };
  const end = new AbortController();
  const heartbeat = keepHeartbeat(port1, end);
  port1.start();
  return { host, end, heartbeat };
}

it("goes on while the host answers, and stops with the connection", async () => {
  const { host, end } = open();
  await passTime(60_000);
  expect(end.signal.aborted).toBe(false);
  end.abort();
  const { pings } = host;
  await passTime(10_000);
  expect(host.pings).toBe(pings);
});

it("ends the connection to a host that is silent for 15 to 20 s", async () => {
  const { host, end } = open();
  await passTime(10_000);
  host.isFrozen = true;
  await passTime(15_000);
  expect(end.signal.aborted).toBe(false);
  await passTime(5_000);
  expect(end.signal.reason).toBe(SILENT);
});

it("tells whether the host is alive as soon as that is known", async () => {
  const { host, end, heartbeat } = open();
  expect(await heartbeat.isAlive()).toBe(true);
  host.isFrozen = true;
  const answers: boolean[] = [];
  const asked = heartbeat.isAlive().then((isAlive) => answers.push(isAlive));
  await roundTrip();
  expect(answers).toEqual([]);
  end.abort();
  await asked;
  expect([...answers, await heartbeat.isAlive()]).toEqual([false, false]);
});
