/** Numbers and times in words for a person. */

const whole = new Intl.NumberFormat("en");

/** 1234567 → "1,234,567". */
export function describeCount(count: number): string {
  return whole.format(count);
}

/** "3 keys", "1 key". */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${whole.format(count)} ${count === 1 ? singular : plural}`;
}

/** 95 → "1 min 35 s"; rounded up, as a time left. */
export function describeSeconds(seconds: number): string {
  const total = Math.ceil(seconds);
  if (total < 60) return `${total} s`;
  if (total < 3600) return `${Math.floor(total / 60)} min ${total % 60} s`;
  return `${Math.floor(total / 3600)} h ${Math.floor((total % 3600) / 60)} min`;
}

/** 840 → "0.84 s", 12 → "12 ms". */
export function describeMilliseconds(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(milliseconds / 1000)} s`;
}

/** A time (milliseconds since 1970) in the person's time zone: "21 Nov 2026, 15:54". */
export function describeTime(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
