import { endRefusalSchema, type RefusalReply } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { type Locks, watchLock } from "../wire/watch-lock.ts";

/**
 * Refuses requests to the network while a page asks for that, until the page ends it or dies. Kept in memory: a service
 * worker that was stopped in between does not answer `end-refusal`, and so proves nothing.
 */
export interface OutboundRefusals {
  /** Refuse until `port` brings `end-refusal`, or the holder of `lock` has died. */
  begin(lock: string, port: MessagePort): void;
  /** Counts a request as refused. @returns false if requests may go out */
  refuse(): boolean;
  /** Counts requests that went out; none should while any page asks for refusal. */
  countOutgoing(requests: number): void;
}

/** The counts that a page gets at the end. */
interface RefusalCounts {
  refused: number;
  networkRequests: number;
}

export function createOutboundRefusals(locks: Locks): OutboundRefusals {
  const active = new Set<RefusalCounts>();
  return {
    begin(lock, port) {
      const counts: RefusalCounts = { refused: 0, networkRequests: 0 };
      const ended = new AbortController();
      const end = () => {
        ended.abort();
        active.delete(counts);
        port.close();
      };
      const send = (reply: RefusalReply) => port.postMessage(reply);
      active.add(counts);
      watchLock(locks, lock, ended.signal, end);
      port.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (!endRefusalSchema.safeParse(data).success) return;
        send({ v, type: "refusal-ended", ...counts });
        end();
      });
      port.start();
      send({ v, type: "refusing" });
    },

    refuse() {
      for (const counts of active) counts.refused += 1;
      return active.size > 0;
    },

    countOutgoing(requests) {
      for (const counts of active) counts.networkRequests += requests;
    },
  };
}
