/** Buckets that could not be written: they hold in memory for as long as this context lives. */
import type { Bucket } from "./rows.ts";
import { refill, type BucketRate } from "./token-bucket.ts";

/** The rest of a key's limits. */
export interface KeyBuckets {
  readonly requests: Bucket;
  readonly tokens: Bucket;
}

export interface KeyRates {
  readonly requestRate: BucketRate;
  readonly tokenRate: BucketRate;
}

export class UnsavedBuckets {
  readonly #held = new Map<string, KeyBuckets>();

  get(key: string): KeyBuckets | undefined {
    return this.#held.get(key);
  }

  /** The rest of `key`'s limits at `now`: the lower of the row that was read, if any, and the one that is held. */
  remaining(
    key: string,
    read: KeyBuckets | undefined,
    { requestRate, tokenRate }: KeyRates,
    now: number,
  ): KeyBuckets {
    const held = this.#held.get(key);
    return {
      requests: lower(refill(read?.requests, requestRate, now), refill(held?.requests, requestRate, now)),
      tokens: lower(refill(read?.tokens, tokenRate, now), refill(held?.tokens, tokenRate, now)),
    };
  }

  set(key: string, buckets: KeyBuckets): void {
    this.#held.set(key, buckets);
  }

  /** `written` has been taken into account by what was written, unless something newer is held by now. */
  deleteIfUnchanged(key: string, written: KeyBuckets | undefined): void {
    if (this.#held.get(key) === written) this.#held.delete(key);
  }
}

/** A bucket that was never used is full, so it is never the lower one. */
function lower(one: Bucket, other: Bucket): Bucket {
  return other.level < one.level ? other : one;
}
