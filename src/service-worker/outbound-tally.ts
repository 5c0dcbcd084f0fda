import { sumOutbound } from "../store/outbound.ts";
import type { OutboundHost } from "../store/rows.ts";

/** What one event adds to a host's row; absent fields add nothing. */
export type OutboundEvent = Partial<Omit<OutboundHost, "host" | "lastAt">>;

export interface OutboundTallyOptions {
  write(counts: readonly OutboundHost[]): Promise<void>;
  /** How long counts are gathered before they are written, in milliseconds. */
  readonly delay?: number;
  readonly now?: () => number;
}

/** Gathers counts, so that a page that loads a hundred files costs a few writes, and none of them waits. */
export class OutboundTally {
  readonly #options: Required<OutboundTallyOptions>;
  #counts = new Map<string, OutboundHost>();
  /** The batch that is being gathered, and all that are not written yet. */
  #batch: Promise<void> | undefined;
  readonly #unwritten = new Set<Promise<void>>();
  #stopped = false;

  constructor({ write, delay = 200, now = Date.now }: OutboundTallyOptions) {
    this.#options = { write, delay, now };
  }

  /**
   * Count an event.
   *
   * @returns when it is written: the service worker should live until then. Never rejects.
   */
  add(host: string, event: OutboundEvent): Promise<void> {
    this.#merge({
      host,
      requests: 0,
      bytesReceived: 0,
      bytesSent: 0,
      refused: 0,
      lastAt: this.#options.now(),
      ...event,
    });
    if (this.#batch === undefined) {
      const batch = this.#write().finally(() => this.#unwritten.delete(batch));
      this.#batch = batch;
      this.#unwritten.add(batch);
    }
    return this.#batch;
  }

  /** Write nothing any more: what is kept is about to be deleted. Resolves when nothing is being written. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#unwritten);
  }

  #merge(counts: OutboundHost): void {
    this.#counts.set(counts.host, sumOutbound(this.#counts.get(counts.host), counts));
  }

  async #write(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.#options.delay));
    const counts = [...this.#counts.values()];
    this.#counts.clear();
    this.#batch = undefined;
    if (this.#stopped) return;
    try {
      await this.#options.write(counts);
    } catch (error) {
      console.warn(
        "What went out could not be written down; it is tried again with the next request.",
        error,
      );
      for (const count of counts) this.#merge(count);
    }
  }
}
