import { describe, expect, it } from "vitest";
import { bucketState, refill, spend } from "./token-bucket.ts";

const rate = { capacity: 60, refills: true };

describe("a token bucket", () => {
  it("starts full, and refills continuously up to its capacity", () => {
    const full = refill(undefined, rate, 0);
    expect(full.level).toBe(60);
    const spent = spend(full, 40);
    expect(refill(spent, rate, 500).level).toBe(20.5);
    expect(refill(spent, rate, 40_000).level).toBe(60);
    expect(refill(spent, rate, 10 ** 9).level).toBe(60);
  });

  it("gains nothing when the clock is set back", () => {
    expect(refill({ level: 5, updatedAt: 1000 }, rate, 0).level).toBe(5);
  });

  it("shrinks when its capacity is lowered", () => {
    expect(refill({ level: 60, updatedAt: 0 }, { ...rate, capacity: 10 }, 0).level).toBe(10);
  });

  it("never refills if it is told not to", () => {
    const still = { capacity: 60, refills: false };
    const bucket = refill({ level: 0, updatedAt: 0 }, still, 10 ** 9);
    expect(bucketState(bucket, still)).toEqual({
      limit: 60,
      remaining: 0,
      resetMs: Infinity,
      retryMs: Infinity,
    });
  });

  it("says how much is left and how long the refill takes", () => {
    expect(bucketState({ level: 60, updatedAt: 0 }, rate)).toEqual({
      limit: 60,
      remaining: 60,
      resetMs: 0,
      retryMs: 0,
    });
    expect(bucketState({ level: 0.5, updatedAt: 0 }, rate)).toEqual({
      limit: 60,
      remaining: 0,
      resetMs: 59_500,
      retryMs: 500,
    });
    expect(bucketState({ level: -9, updatedAt: 0 }, rate)).toMatchObject({
      remaining: 0,
      retryMs: 10_000,
    });
  });
});
