import { afterEach, expect, it } from "vitest";
import { type End, type StarterMessage, type WorkerPorts } from "./cpu-worker-messages.ts";
import { type LaunchedWorker, launchCpuWorker } from "./launch-cpu-worker.ts";
import { roundTrip } from "./testing/round-trip.ts";
import { WIRE_VERSION as v } from "./version.ts";

class TestThread extends EventTarget implements LaunchedWorker {
  readonly received: { readonly message: WorkerPorts; readonly transfer: Transferable[] }[] = [];
  isTerminated = false;

  postMessage(message: WorkerPorts, transfer: Transferable[]): void {
    this.received.push({ message, transfer });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) [port1, port2].forEach((port) => port.close());
});

function launch(create?: () => LaunchedWorker) {
  const [starter, engine, lifeline] = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
  channels.push(starter, engine, lifeline);
  const told: StarterMessage[] = [];
  starter.port1.onmessage = ({ data }) => told.push(data);
  const thread = new TestThread();
  const leaving = new AbortController();
  launchCpuWorker(create ?? (() => thread), [starter.port2, engine.port2, lifeline.port2], leaving.signal);
  return { thread, told, leaving, host: starter.port1, engine, lifeline };
}

it("says that it starts a worker, and hands the ports over", async () => {
  const { thread, told, engine, lifeline } = launch();
  await roundTrip();
  expect(told).toEqual([{ v, type: "starting" }]);
  expect(thread.received).toEqual([
    { message: { v, type: "ports" }, transfer: [engine.port2, lifeline.port2] },
  ]);
  expect(thread.isTerminated).toBe(false);
});

it("ends the worker when the host wants it to", async () => {
  const { thread, told, host } = launch();
  host.postMessage({ v, type: "end" } satisfies End);
  host.close();
  await expect.poll(() => thread.isTerminated).toBe(true);
  expect(told).not.toContainEqual(expect.objectContaining({ type: "ended" }));
});

it("ends the worker when the page is left, and tells the host once", async () => {
  const { thread, told, leaving } = launch();
  leaving.abort("The page was left.");
  thread.dispatchEvent(new Event("error"));
  expect(thread.isTerminated).toBe(true);
  await roundTrip();
  expect(told.slice(1)).toEqual([{ v, type: "ended", reason: "The page was left." }]);
});

it.each([
  ["a script that cannot be loaded", new Event("error"), "The worker's script could not be loaded."],
  [
    "an error that nobody caught",
    Object.assign(new Event("error"), { message: "oh" }),
    "The worker failed: oh",
  ],
])("ends the worker after %s", async (_, event, reason) => {
  const { thread, told } = launch();
  thread.dispatchEvent(event);
  await roundTrip();
  expect(thread.isTerminated).toBe(true);
  expect(told.at(-1)).toEqual({ v, type: "ended", reason });
});

it("says that the browser refused to create a worker", async () => {
  const { told } = launch(() => {
    throw new Error("not allowed");
  });
  await roundTrip();
  expect(told.at(-1)).toEqual({
    v,
    type: "ended",
    reason: "The worker could not be created: not allowed",
  });
});
