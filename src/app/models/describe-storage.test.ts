import { expect, it } from "vitest";
import { describeStorage } from "./describe-storage.ts";

const models = [
  { id: "a", bytes: 2_000_000 },
  { id: "b", bytes: 1_400_000 },
];

it("says what is used of the quota", () => {
  expect(describeStorage({ usageBytes: 5_000_000, quotaBytes: 10e9, persisted: false, models })).toBe(
    "5 MB used of the 10 GB that this browser allows",
  );
});

it("says what is known where the browser reports no quota", () => {
  expect(describeStorage({ usageBytes: 0, quotaBytes: 0, persisted: false, models })).toBe(
    "3.4 MB of models. This browser does not say how much it stores and allows.",
  );
});
