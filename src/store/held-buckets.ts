/** Buckets that could not be written: they hold in memory for as long as this context lives. */
import type { Bucket } from "./rows.ts";
import { refilled, type Rate } from "./token-bucket.ts";

/** The rest of a key's limits. */
export interface Buckets {
  readonly requests: Bucket;
  readonly tokens: Bucket;
}

export interface Rates {
  readonly requestRate: Rate;
  readonly tokenRate: Rate;
}

export class HeldBuckets {
  readonly #held = new Map<string, Buckets>();

  held(key: string): Buckets | undefined {
    return this.#held.get(key);
  }

  /** The rest of `key`'s limits at `now`: the lower of the row that was read, if any, and the one that is held. */
  left(key: string, read: Buckets | undefined, { requestRate, tokenRate }: Rates, now: number): Buckets {
    const held = this.#held.get(key);
    return {
      requests: lower(refilled(read?.requests, requestRate, now), refilled(held?.requests, requestRate, now)),
      tokens: lower(refilled(read?.tokens, tokenRate, now), refilled(held?.tokens, tokenRate, now)),
    };
  }

  hold(key: string, buckets: Buckets): void {
    this.#held.set(key, buckets);
  }

  /** `written` has been taken into account by what was written, unless something newer is held by now. */
  release(key: string, written: Buckets | undefined): void {
    if (this.#held.get(key) === written) this.#held.delete(key);
  }
}

/** A bucket that was never used is full, so it is never the lower one. */
function lower(one: Bucket, other: Bucket): Bucket {
  return other.level < one.level ? other : one;
}
