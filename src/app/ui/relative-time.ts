/** A moment relative to now, in words: "in 3 days", "2 hours ago". */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Each unit with the smallest distance that it is used for, in milliseconds: "36 hours" says more than "2 days". */
const STEPS = [
  { unit: "year", length: 365 * DAY, from: 364 * DAY },
  { unit: "month", length: 30.4 * DAY, from: 60 * DAY },
  { unit: "day", length: DAY, from: 2 * DAY },
  { unit: "hour", length: HOUR, from: 2 * HOUR },
  { unit: "minute", length: MINUTE, from: MINUTE / 2 },
] as const;

const format = new Intl.RelativeTimeFormat("en");

/** Both are milliseconds since 1970. Less than half a minute away is "now". */
export function describeRelative(at: number, now: number): string {
  const distance = at - now;
  const step = STEPS.find(({ from }) => Math.abs(distance) >= from);
  return step === undefined ? "now" : format.format(Math.round(distance / step.length), step.unit);
}
