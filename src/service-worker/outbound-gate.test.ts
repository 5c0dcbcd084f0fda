import { expect, it } from "vitest";
import { createOutboundGate } from "./outbound-gate.ts";
import type { OutboundEvent } from "./outbound-tally.ts";

const ORIGIN = "https://own.example";

/** A gate whose network answers with `response`, and the counts that it made. */
function open(response: Response, { isRefusing = false, showsSizes = true } = {}) {
  const counts: [string, OutboundEvent][] = [];
  const sent: string[] = [];
  let outgoing = 0;
  const gate = createOutboundGate({
    tally: { add: async (host, event) => void counts.push([host, event]) },
    refusals: { refuse: () => isRefusing, countOutgoing: (requests) => (outgoing += requests) },
    origin: ORIGIN,
    mayFetch: ({ host }) => host !== "unknown.example",
    fetch: async ({ url }) => {
      sent.push(url);
      return response;
    },
    showsSizes,
  });
  return { gate, counts, sent, outgoing: () => outgoing };
}

/** The answer of the gate, once all its work is done; undefined if it leaves the request to the browser. */
async function handle({ gate }: ReturnType<typeof open>, request: Request): Promise<Response | undefined> {
  const work: Promise<unknown>[] = [];
  let answer: Response | Promise<Response> | undefined;
  gate.handle({
    request,
    respondWith: (response) => (answer = response),
    waitUntil: (promise) => void work.push(promise),
  });
  const response = await answer;
  await Promise.all(work);
  return response;
}

it("passes a request on, and counts announced sizes of other origins", async () => {
  const response = new Response("12345", { headers: { "content-length": "5" } });
  const opened = open(response);
  expect(await handle(opened, new Request("https://hub.example/model"))).toBe(response);
  expect(opened.counts).toEqual([
    ["hub.example", { requests: 1 }],
    ["hub.example", { bytesReceived: 5 }],
  ]);
  expect(opened.outgoing()).toBe(1);
});

it("leaves sizes from its own origin to `countArrivals` if the browser shows them", async () => {
  const opened = open(new Response("12345"));
  await handle(opened, new Request(`${ORIGIN}/file`));
  expect(opened.counts).toEqual([["own.example", { requests: 1 }]]);
  const blind = open(new Response("12345"), { showsSizes: false });
  await handle(blind, new Request(`${ORIGIN}/file`));
  expect(blind.counts).toContainEqual(["own.example", { bytesReceived: null }]);
});

it("counts the body that a request sends", async () => {
  const opened = open(new Response());
  await handle(opened, new Request("https://hub.example/", { method: "POST", body: "123" }));
  expect(opened.counts).toContainEqual(["hub.example", { bytesSent: 3 }]);
});

it("counts a redirect to another host for that host too", async () => {
  const response = Object.defineProperty(new Response(), "url", { value: "https://cdn.example/model" });
  const opened = open(response);
  await handle(opened, new Request("https://hub.example/model"));
  expect(opened.counts).toContainEqual(["cdn.example", { requests: 1 }]);
});

it("leaves requests that this worker may not make to the browser, with unknown sizes", async () => {
  const opened = open(new Response());
  expect(await handle(opened, new Request("https://unknown.example/"))).toBeUndefined();
  expect(opened.counts).toEqual([["unknown.example", { requests: 1, bytesReceived: null, bytesSent: 0 }]]);
  expect(opened.sent).toEqual([]);
});

it("leaves requests with opaque responses to the browser, but counts what they send", async () => {
  const opened = open(new Response());
  const image = new Request("https://hub.example/image", { mode: "no-cors" });
  expect(await handle(opened, image)).toBeUndefined();
  expect(opened.counts).toEqual([["hub.example", { requests: 1, bytesReceived: null, bytesSent: 0 }]]);
  const beacon = new Request("https://hub.example/", { mode: "no-cors", method: "POST", body: "123" });
  await handle(opened, beacon);
  expect(opened.counts).toContainEqual(["hub.example", { bytesSent: 3 }]);
  await handle(opened, new Request(`${ORIGIN}/image`, { mode: "no-cors" }));
  expect(opened.sent).toEqual(["https://hub.example/", `${ORIGIN}/image`]);
});

it("refuses every request while a page asks for that", async () => {
  const opened = open(new Response(), { isRefusing: true });
  expect((await handle(opened, new Request("https://hub.example/")))?.type).toBe("error");
  expect(opened.counts).toEqual([["hub.example", { refused: 1 }]]);
  expect(opened.sent).toEqual([]);
  expect(opened.outgoing()).toBe(0);
});

it("ignores URLs that need no network", async () => {
  const opened = open(new Response());
  expect(await handle(opened, new Request("blob:https://own.example/1"))).toBeUndefined();
  expect(opened.counts).toEqual([]);
});
