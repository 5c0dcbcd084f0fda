/** Pings that keep the service worker from being stopped while it has something to send to this page. */
import type { PageMessage } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { Timers } from "./timers.ts";

/** A service worker without an event for 30 s may be stopped; Firefox does so even in the middle of a stream. */
const PING_INTERVAL_MS = 10_000;

/** Ping from a call on, until every caller has called the function that it got. */
export type KeepAlive = () => () => void;

export function createKeepAlive(ping: (message: PageMessage) => void, timers: Timers): KeepAlive {
  let users = 0;
  let stop: (() => void) | undefined;
  return () => {
    users += 1;
    stop ??= timers.every(PING_INTERVAL_MS, () => ping({ v, type: "ping" }));
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      users -= 1;
      if (users > 0) return;
      stop?.();
      stop = undefined;
    };
  };
}
