import { beforeEach, expect, it, vi } from "vitest";
import { channelsSchema, type Follower } from "../wire/leader-messages.ts";
import type { WorkerStatus } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { createPageMessageHandler } from "./page-messages.ts";

const status: WorkerStatus = {
  v,
  type: "status",
  build: "build",
  instance: "instance",
  active: 0,
  waiting: 0,
  hung: ["host-1"],
  tokensPerSecond: null,
};
const claim = vi.fn<() => Promise<void>>(async () => {});
const skipWaiting = vi.fn<() => Promise<void>>(async () => {});
const stop = vi.fn<() => Promise<void>>(async () => {});
const begin = vi.fn<(lock: string, port: MessagePort) => void>();
const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
const postMessage = vi.fn<(message: Follower, transfer: Transferable[]) => void>();
const handle = createPageMessageHandler({
  status: () => status,
  claim,
  skipWaiting,
  tally: { stop },
  refusals: { begin },
  pages: async () => [{ postMessage }, { postMessage }],
});

beforeEach(() => vi.clearAllMocks());

/** Send a message with a port, and give the page's end of it. */
function send(data: unknown): MessagePort {
  const { port1, port2 } = new MessageChannel();
  handle({ data, ports: [port2], waitUntil });
  return port1;
}

function answer(port: MessagePort): Promise<unknown> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }) => {
      port.close();
      resolve(data);
    };
  });
}

it("answers `status` with the worker's status", async () => {
  expect(await answer(send({ v, type: "status" }))).toEqual(status);
});

it("takes control of the scope's pages", () => {
  send({ v, type: "claim" }).close();
  expect(claim).toHaveBeenCalledOnce();
  expect(waitUntil).toHaveBeenCalledOnce();
});

it("answers once counting has stopped, and lives until then", async () => {
  expect(await answer(send({ v, type: "stop-counting" }))).toEqual({ v, type: "counting-stopped" });
  expect(stop).toHaveBeenCalledOnce();
  expect(waitUntil).toHaveBeenCalledOnce();
});

it("begins a refusal on the port of the message", () => {
  const port = send({ v, type: "refuse-outbound", lock: "page" });
  expect(begin).toHaveBeenCalledWith("page", expect.any(MessagePort));
  port.close();
});

it("opens a channel between a page that looks for the leader and each page", async () => {
  const port = send({ v, type: "find-leader" });
  expect(waitUntil).toHaveBeenCalledOnce();
  const { ports } = channelsSchema.parse(await answer(port));
  const followers = postMessage.mock.calls.map(([follower]) => follower);
  expect(followers).toMatchObject([
    { type: "follower", hung: ["host-1"] },
    { type: "follower", hung: ["host-1"] },
  ]);
  for (const [index, { port: pagePort }] of followers.entries()) pagePort.postMessage(`page ${index}`);
  expect(await Promise.all(ports.map(answer))).toEqual(["page 0", "page 1"]);
});

it("takes over for a page of any version, and does not answer a ping", () => {
  handle({ data: { type: "take-over" }, ports: [], waitUntil });
  expect(skipWaiting).toHaveBeenCalledOnce();
  handle({ data: { v, type: "ping" }, ports: [], waitUntil });
  expect(waitUntil).toHaveBeenCalledOnce();
});

it("ignores unknown messages and those of other versions", () => {
  for (const data of [{ v: v + 1, type: "claim" }, { type: "SKIP_WAITING" }, "claim", null]) {
    handle({ data, ports: [], waitUntil });
  }
  expect(waitUntil).not.toHaveBeenCalled();
});
