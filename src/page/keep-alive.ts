/** Pings that keep the service worker from being stopped while it has something to send to this page. */
import type { PageMessage } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { Timers } from "./timers.ts";

/** A service worker with no event for 30 s may be stopped, in Firefox in the middle of a stream. */
const PING_INTERVAL_MS = 10_000;

export class KeepAlive {
  readonly #ping: (message: PageMessage) => void;
  readonly #timers: Timers;
  #users = 0;
  #stop: (() => void) | undefined;

  constructor(ping: (message: PageMessage) => void, timers: Timers) {
    this.#ping = ping;
    this.#timers = timers;
  }

  /** Ping from now on, until each caller has called what this returned to it. */
  begin(): () => void {
    this.#users += 1;
    this.#stop ??= this.#timers.every(PING_INTERVAL_MS, () => this.#ping({ v, type: "ping" }));
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#users -= 1;
      if (this.#users > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }
}
