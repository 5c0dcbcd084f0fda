/** A peer behind a MessagePort that hangs fires no event: it merely sends nothing more. */
import { ALIVE_INTERVAL_MS } from "./alive-interval.ts";

const CHECK_INTERVAL_MS = 5_000;
/** A peer counts as hung after this many checks in a row without a message: 15 to 20 s. */
const MAX_SILENT_CHECKS = 4;

/**
 * Watches a peer from now until `stop`. It counts checks rather than time: after an hour of the machine's sleep, or
 * while this thread is busy itself, a single check is late, and the peer's messages arrive before the next one.
 */
export class Liveness {
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #onSilent: () => void;
  #silentChecks = 0;
  #timeout: { checksLeft: number; readonly onTimeout: () => void } | undefined;

  /** @param onSilent called once, when the peer counts as hung */
  constructor(onSilent: () => void) {
    this.#onSilent = onSilent;
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
  }

  /** Record that a message has arrived. */
  heard(): void {
    this.#silentChecks = 0;
  }

  /** Call `onTimeout` after `timeoutMs`, or up to one check later, unless the timeout is replaced or cleared by then. */
  setTimeout(timeoutMs: number, onTimeout: () => void): void {
    this.#timeout = { checksLeft: Math.ceil(timeoutMs / CHECK_INTERVAL_MS) + 1, onTimeout };
  }

  clearTimeout(): void {
    this.#timeout = undefined;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    this.#silentChecks += 1;
    if (this.#silentChecks === MAX_SILENT_CHECKS) this.#onSilent();
    const timeout = this.#timeout;
    if (timeout === undefined) return;
    timeout.checksLeft -= 1;
    if (timeout.checksLeft > 0) return;
    this.#timeout = undefined;
    timeout.onTimeout();
  }
}

/**
 * Pings a peer until `ended` is aborted. A frozen peer keeps its locks, but answers no ping.
 *
 * @param onSilent called after 15 to 20 s without an answer
 * @returns a function to call at each answer
 */
export function pingPeer(ping: () => void, ended: AbortSignal, onSilent: () => void): () => void {
  const liveness = new Liveness(onSilent);
  const pings = setInterval(ping, ALIVE_INTERVAL_MS);
  ended.addEventListener("abort", () => {
    clearInterval(pings);
    liveness.stop();
  });
  return () => liveness.heard();
}
