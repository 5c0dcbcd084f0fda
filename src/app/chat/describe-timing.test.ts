import { describe, expect, it } from "vitest";
import { describeTiming } from "./describe-timing.ts";

const timing = {
  firstTextMilliseconds: 840,
  decodeMilliseconds: 2000,
  promptTokens: 200,
  cachedTokens: 0,
  completionTokens: 13,
};

describe("describeTiming", () => {
  it("computes the rate from the tokens after the first one", () => {
    expect(describeTiming(timing)).toBe("13 tokens · 6 tokens/s · first after 0.8 s");
  });

  it("gives no rate for a single token", () => {
    const one = { ...timing, decodeMilliseconds: 0, completionTokens: 1 };
    expect(describeTiming(one)).toBe("1 token · first after 0.8 s");
  });

  it("names the reused part of the prompt, and never all of it", () => {
    expect(describeTiming({ ...timing, cachedTokens: 199 })).toBe(
      "13 tokens · 6 tokens/s · first after 0.8 s · 99% of the prompt reused",
    );
  });
});
