/** Messages from pages, and the answers to those that bring a port. */
import type { Channels, Follower } from "../wire/leader-messages.ts";
import {
  type CountingStopped,
  pageMessageSchema,
  takeOverSchema,
  type WorkerStatus,
} from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { OutboundRefusals } from "./outbound-refusals.ts";
import type { OutboundTally } from "./outbound-tally.ts";

export interface PageMessageServices {
  status(): WorkerStatus;
  /** Take control of all pages of the scope. */
  claim(): Promise<void>;
  /** Become the active worker, if this one waits. */
  skipWaiting(): Promise<void>;
  readonly tally: Pick<OutboundTally, "stop">;
  readonly refusals: Pick<OutboundRefusals, "begin">;
  /** The open pages. */
  pages(): Promise<readonly FollowedPage[]>;
}

/** The part of `WindowClient` that is needed. */
interface FollowedPage {
  postMessage(message: Follower, transfer: Transferable[]): void;
}

/** The part of `ExtendableMessageEvent` that is needed. */
interface PageMessageEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
  waitUntil(work: Promise<unknown>): void;
}

/** @returns the listener for `message` events. It ignores messages that it does not know */
export function createPageMessageHandler(services: PageMessageServices): (event: PageMessageEvent) => void {
  const { status, claim, skipWaiting, tally, refusals, pages } = services;

  async function stopCounting(port: MessagePort | undefined): Promise<void> {
    await tally.stop();
    port?.postMessage({ v, type: "counting-stopped" } satisfies CountingStopped);
  }

  /** Nothing but a channel by this worker connects two pages that are to pass ports. */
  async function openChannels(port: MessagePort): Promise<void> {
    const { hung } = status();
    const ports = (await pages()).map((page) => {
      const { port1, port2 } = new MessageChannel();
      page.postMessage({ v, type: "follower", port: port2, hung }, [port2]);
      return port1;
    });
    port.postMessage({ v, type: "channels", ports } satisfies Channels, ports);
  }

  return (event) => {
    // The page may be of an earlier version. It has made sure that no reply is under way.
    if (takeOverSchema.safeParse(event.data).success) event.waitUntil(skipWaiting());
    const parsed = pageMessageSchema.safeParse(event.data);
    if (!parsed.success) return;
    const message = parsed.data;
    const [port] = event.ports;
    switch (message.type) {
      case "ping":
        // Its arrival is an event, which keeps this worker alive.
        return;
      case "claim":
        event.waitUntil(claim());
        return;
      case "status":
        port?.postMessage(status());
        return;
      case "stop-counting":
        event.waitUntil(stopCounting(port));
        return;
      case "find-leader":
        if (port !== undefined) event.waitUntil(openChannels(port));
        return;
      case "refuse-outbound":
        if (port !== undefined) refusals.begin(message.lock, port);
    }
  };
}
