import type { Limits } from "./rows.ts";
import type { BucketRate } from "./token-bucket.ts";

/** The limits in force for a key. */
export interface EffectiveLimits extends Limits {
  /** False for buckets that never refill (tests); true if absent. */
  readonly refill?: boolean;
}

/** The rates of the two buckets of a key. */
export interface KeyRates {
  readonly requestRate: BucketRate;
  readonly tokenRate: BucketRate;
}

/** Limits per minute as rates: each limit is its bucket's capacity. */
export function ratesOf({ requestsPerMinute, tokensPerMinute, refill = true }: EffectiveLimits): KeyRates {
  return {
    requestRate: { capacity: requestsPerMinute, refills: refill },
    tokenRate: { capacity: tokensPerMinute, refills: refill },
  };
}
