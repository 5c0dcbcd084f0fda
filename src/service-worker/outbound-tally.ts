import { sleep } from "../util/sleep.ts";
import { sumOutbound } from "../store/outbound.ts";
import type { OutboundHost } from "../store/rows.ts";

/** Counts that one event adds to a host's row; absent fields add nothing. */
export type OutboundEvent = Partial<Omit<OutboundHost, "host" | "lastAt">>;

export interface OutboundTallyOptions {
  write(counts: readonly OutboundHost[]): Promise<void>;
  /** Time for which counts are gathered before they are written, in milliseconds. */
  readonly delayMs?: number;
  readonly now?: () => number;
}

/** Gathers counts: a page that loads a hundred files costs a few writes, and none of its requests waits for one. */
export interface OutboundTally {
  /**
   * Count an event.
   *
   * @returns a promise that resolves once the event is written, and never rejects; the service worker should live until
   *   then
   */
  add(host: string, event: OutboundEvent): Promise<void>;
  /** Stop writing, because the stored counts are about to be deleted. Resolves when the last write has ended. */
  stop(): Promise<void>;
}

export function createOutboundTally({
  write,
  delayMs = 200,
  now = Date.now,
}: OutboundTallyOptions): OutboundTally {
  const counts = new Map<string, OutboundHost>();
  /** The batch that is being gathered. */
  let batch: Promise<void> | undefined;
  const unwritten = new Set<Promise<void>>();
  let isStopped = false;

  function merge(count: OutboundHost): void {
    counts.set(count.host, sumOutbound(counts.get(count.host), count));
  }

  async function writeBatch(): Promise<void> {
    await sleep(delayMs);
    const gathered = [...counts.values()];
    counts.clear();
    batch = undefined;
    if (isStopped) return;
    try {
      await write(gathered);
    } catch (error) {
      console.warn("The outbound log could not be written; the next request tries again.", error);
      for (const count of gathered) merge(count);
    }
  }

  return {
    add(host, event) {
      merge({ host, requests: 0, bytesReceived: 0, bytesSent: 0, refused: 0, lastAt: now(), ...event });
      if (batch === undefined) {
        const begun = writeBatch().finally(() => unwritten.delete(begun));
        unwritten.add((batch = begun));
      }
      return batch;
    },

    async stop() {
      isStopped = true;
      await Promise.all(unwritten);
    },
  };
}
