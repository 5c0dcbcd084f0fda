import { expect, it } from "vitest";
import { describeRelative } from "./relative-time.ts";

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

it("names the distance in the unit that says most", () => {
  const distances = [10_000, 90_000, 100 * 60_000, DAY, 3 * DAY - 50, 30 * DAY, 90 * DAY, 365 * DAY - 50];
  expect(distances.map((distance) => describeRelative(NOW + distance, NOW))).toEqual([
    "now",
    "in 2 minutes",
    "in 100 minutes",
    "in 24 hours",
    "in 3 days",
    "in 30 days",
    "in 3 months",
    "in 1 year",
  ]);
});

it("looks back as well", () => {
  expect([0, 45_000, 5 * DAY].map((distance) => describeRelative(NOW - distance, NOW))).toEqual([
    "now",
    "1 minute ago",
    "5 days ago",
  ]);
});
