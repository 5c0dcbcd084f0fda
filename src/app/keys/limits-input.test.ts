import { expect, it } from "vitest";
import { readLimits } from "./limits-input.ts";

it("reads whole numbers, with or without separators", () => {
  expect(readLimits({ requests: "2", tokens: " 60,000 " })).toEqual({
    type: "limits",
    limits: { requestsPerMinute: 2, tokensPerMinute: 60_000 },
  });
});

it("reports each field that is not a whole number in range", () => {
  for (const text of ["", "0", "-1", "1.5", "many", "1e3", "1000000001"]) {
    expect(readLimits({ requests: text, tokens: "1" })).toEqual({
      type: "problems",
      requests: "Enter a whole number from 1 to 1,000,000,000.",
      tokens: null,
    });
    expect(readLimits({ requests: "1", tokens: text })).toMatchObject({ requests: null, type: "problems" });
  }
});
