/**
 * The arithmetic of token buckets: a bucket refills continuously, from zero to `capacity` in a minute. Its level may be
 * negative, because the cost of a reply is known only after it.
 */
import type { Bucket } from "./rows.ts";

/** The size of a bucket, which is also its refill per minute. */
export interface BucketRate {
  readonly capacity: number;
  /** False: the bucket never refills. */
  readonly refills: boolean;
}

/** A bucket as the rate-limit headers show it. */
export interface BucketState {
  readonly limit: number;
  /** Whole units left, never negative. */
  readonly remaining: number;
  /** Milliseconds until the bucket is full; infinite without refill. */
  readonly resetMs: number;
  /** Milliseconds until one unit can be taken; 0 if one can be taken now. */
  readonly retryMs: number;
}

const MINUTE_MS = 60_000;

/** The state of `bucket` at `now`. A bucket never used is full, and a clock that was set back refills nothing. */
export function refill(bucket: Bucket | undefined, { capacity, refills }: BucketRate, now: number): Bucket {
  if (bucket === undefined) return { level: capacity, updatedAt: now };
  const elapsed = Math.max(0, now - bucket.updatedAt);
  const gained = refills ? (elapsed * capacity) / MINUTE_MS : 0;
  return { level: Math.min(capacity, bucket.level + gained), updatedAt: now };
}

/** `bucket` with `amount` less, whatever its level. */
export function spend(bucket: Bucket, amount: number): Bucket {
  return { ...bucket, level: bucket.level - amount };
}

/** The state of a bucket that has been refilled to the present. */
export function bucketState({ level }: Bucket, { capacity, refills }: BucketRate): BucketState {
  const wait = (target: number) => {
    if (level >= target) return 0;
    return refills ? Math.ceil(((target - level) * MINUTE_MS) / capacity) : Infinity;
  };
  return {
    limit: capacity,
    remaining: Math.max(0, Math.floor(level)),
    resetMs: wait(capacity),
    retryMs: wait(1),
  };
}
