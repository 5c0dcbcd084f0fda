/** Buckets that could not be written to the database, kept in memory as long as this context lives. */
import type { KeyRates } from "./key-rates.ts";
import type { Bucket } from "./rows.ts";
import { refill } from "./token-bucket.ts";

/** The two buckets of a key. */
export interface KeyBuckets {
  readonly requests: Bucket;
  readonly tokens: Bucket;
}

export class UnsavedBuckets {
  readonly #unsaved = new Map<string, KeyBuckets>();

  get(key: string): KeyBuckets | undefined {
    return this.#unsaved.get(key);
  }

  /** The buckets of `key` at `now`: for each, the lower one of the database's (`read`) and the unsaved one. */
  remaining(
    key: string,
    read: KeyBuckets | undefined,
    { requestRate, tokenRate }: KeyRates,
    now: number,
  ): KeyBuckets {
    const unsaved = this.#unsaved.get(key);
    return {
      requests: lower(refill(read?.requests, requestRate, now), refill(unsaved?.requests, requestRate, now)),
      tokens: lower(refill(read?.tokens, tokenRate, now), refill(unsaved?.tokens, tokenRate, now)),
    };
  }

  set(key: string, buckets: KeyBuckets): void {
    this.#unsaved.set(key, buckets);
  }

  /** Forgets the buckets of `key`, whose values have been saved, unless newer ones are unsaved by now. */
  deleteIfUnchanged(key: string, saved: KeyBuckets | undefined): void {
    if (this.#unsaved.get(key) === saved) this.#unsaved.delete(key);
  }
}

/** A missing bucket counts as full, so it is never the lower one. */
function lower(one: Bucket, other: Bucket): Bucket {
  return other.level < one.level ? other : one;
}
