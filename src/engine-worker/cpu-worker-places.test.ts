import { expect, it } from "vitest";
import type { HostMessage, PageState } from "../wire/control-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { rankPlaces } from "./cpu-worker-places.ts";

const open = new AbortController().signal;

/** Ranks pages, and asks every place to start a worker. @returns the names in this order */
function order(pages: Readonly<Record<string, PageState>>, here?: { isIsolated: boolean }): string[] {
  const asked: string[] = [];
  const described = Object.entries(pages).map(([name, state]) => {
    const postMessage = (message: HostMessage, transfer?: Transferable[]) => {
      expect(message).toEqual({ v, type: "start-cpu-worker" });
      expect(transfer).toHaveLength(3);
      asked.push(name);
    };
    return { port: { postMessage, close: () => {} }, state, closed: open };
  });
  const own = here && { ...here, closed: open, start: () => void asked.push("here") };
  for (const place of rankPlaces(described, own)) {
    const ports = [new MessageChannel(), new MessageChannel(), new MessageChannel()] as const;
    const [starter, engine, lifeline] = ports;
    place.start([starter.port2, engine.port2, lifeline.port2]);
    for (const { port1 } of ports) port1.close();
  }
  return asked;
}

const pages = {
  frozen: { isIsolated: true, visibility: "frozen" },
  hidden: { isIsolated: false, visibility: "hidden" },
  latest: { isIsolated: false, visibility: "visible" },
  earlier: { isIsolated: false, visibility: "visible" },
  isolatedHidden: { isIsolated: true, visibility: "hidden" },
  isolated: { isIsolated: true, visibility: "visible" },
} as const;

it("asks isolated pages first, then visible ones, then the latest, and frozen ones last", () => {
  expect(order(pages)).toEqual(["isolated", "isolatedHidden", "latest", "earlier", "hidden", "frozen"]);
});

it("starts the worker here, where no page is isolated", () => {
  expect(order(pages, { isIsolated: false }).slice(0, 3)).toEqual(["isolated", "isolatedHidden", "here"]);
});

it("starts the worker here at once, where this context is isolated", () => {
  expect(order(pages, { isIsolated: true })[0]).toBe("here");
});
