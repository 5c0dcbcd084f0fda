import { expect, it } from "vitest";
import { toDateInput, expiresIn } from "./expiry.ts";

const NOON = new Date(2026, 10, 21, 12).getTime();

it("returns the seconds of each choice", () => {
  expect(expiresIn("day", "", NOON)).toBe(86_400);
  expect(expiresIn("month", "", NOON)).toBe(2_592_000);
  expect(expiresIn("year", "", NOON)).toBe(31_536_000);
  expect(expiresIn("never", "", NOON)).toBeUndefined();
});

it("lets a key work until the end of the chosen day", () => {
  expect(expiresIn("date", toDateInput(NOON), NOON)).toBe(43_199);
  expect(expiresIn("date", "2026-11-22", NOON)).toBe(43_199 + 86_400);
});

it("explains what is wrong with a date", () => {
  expect(() => expiresIn("date", "2026-11-20", NOON)).toThrow("is over");
  for (const date of ["", "tomorrow", "2026-13-45"]) {
    expect(() => expiresIn("date", date, NOON)).toThrow("Choose the last day");
  }
});
