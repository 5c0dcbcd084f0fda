import { describe, expect, it } from "vitest";
import { describeTiming } from "./describe-timing.ts";

describe("describeTiming", () => {
  it("computes the rate from the tokens after the first one", () => {
    const timing = { firstTextMilliseconds: 840, decodeMilliseconds: 2000, completionTokens: 13 };
    expect(describeTiming(timing)).toBe("13 tokens · 6 tokens/s · first after 0.8 s");
  });

  it("gives no rate for a single token", () => {
    const timing = { firstTextMilliseconds: 840, decodeMilliseconds: 0, completionTokens: 1 };
    expect(describeTiming(timing)).toBe("1 token · first after 0.8 s");
  });
});
