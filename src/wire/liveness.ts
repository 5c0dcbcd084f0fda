/** A peer behind a MessagePort that hangs does so without any event: it just sends nothing more. */

/** Interval at which a host shows that its event loop runs while it works on a request, in milliseconds. */
export const ALIVE_INTERVAL_MS = 2_500;
const CHECK_INTERVAL_MS = 5_000;
/** Checks in a row without a message after which the peer is taken for hung: 15 to 20 s. */
const MAX_SILENT_CHECKS = 4;

/**
 * Watches a peer from now until `stop`. Counts checks rather than time: of a machine that slept for an hour, or a
 * thread that was busy itself, one check is late, and the peer's messages come before the next.
 */
export class Liveness {
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #onSilent: () => void;
  #silentChecks = 0;
  #limit: { checksLeft: number; readonly onLate: () => void } | undefined;

  /** @param onSilent called once, when the peer is taken for hung */
  constructor(onSilent: () => void) {
    this.#onSilent = onSilent;
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
  }

  /** A message has come. */
  heard(): void {
    this.#silentChecks = 0;
  }

  /** Call `onLate` in `milliseconds`, or up to a check later, unless another limit or none is set by then. */
  setLimit(milliseconds: number, onLate: () => void): void {
    this.#limit = { checksLeft: Math.ceil(milliseconds / CHECK_INTERVAL_MS) + 1, onLate };
  }

  clearLimit(): void {
    this.#limit = undefined;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    this.#silentChecks += 1;
    if (this.#silentChecks === MAX_SILENT_CHECKS) this.#onSilent();
    const limit = this.#limit;
    if (limit === undefined) return;
    limit.checksLeft -= 1;
    if (limit.checksLeft > 0) return;
    this.#limit = undefined;
    limit.onLate();
  }
}
