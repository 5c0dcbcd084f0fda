import { endRefusalSchema, type RefusalReply } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { type Locks, watchLock } from "../wire/watch-lock.ts";

interface Refusal {
  refused: number;
  networkRequests: number;
}

/**
 * The pages that have asked for every request to the network to be refused, each for as long as it lives at most.
 * Kept in memory: a worker that was stopped meanwhile knows nothing of it, does not answer, and so proves nothing.
 */
export class Refusals {
  readonly #locks: Locks;
  readonly #refusals = new Set<Refusal>();

  constructor(locks: Locks) {
    this.#locks = locks;
  }

  /** Refuse until `port` brings `end-refusal`, or the holder of `lock` is gone. */
  begin(lock: string, port: MessagePort): void {
    const refusal: Refusal = { refused: 0, networkRequests: 0 };
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      this.#refusals.delete(refusal);
      port.close();
    };
    const send = (reply: RefusalReply) => port.postMessage(reply);
    this.#refusals.add(refusal);
    watchLock(this.#locks, lock, ended.signal, end);
    port.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (!endRefusalSchema.safeParse(data).success) return;
      send({ v, type: "refusal-ended", ...refusal });
      end();
    });
    port.start();
    send({ v, type: "refusing" });
  }

  /** Whether a request must be refused now; it is counted if so. */
  refuse(): boolean {
    for (const refusal of this.#refusals) refusal.refused += 1;
    return this.#refusals.size > 0;
  }

  /** Requests have gone out, which while anybody refuses them none should. */
  wentOut(requests: number): void {
    for (const refusal of this.#refusals) refusal.networkRequests += requests;
  }
}
