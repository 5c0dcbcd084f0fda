/** The lifetimes that the form for a new key offers, as the seconds that `createKey` takes. */

const DAY_SECONDS = 86_400;

export const EXPIRY_CHOICES = [
  { id: "day", label: "1 day" },
  { id: "month", label: "30 days" },
  { id: "year", label: "1 year" },
  { id: "never", label: "Never" },
  { id: "date", label: "On a date" },
] as const;

export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number]["id"];

/**
 * Seconds from `now` (milliseconds since 1970) until the key stops working; undefined for never.
 *
 * @param date of the choice "date", as an input of that type gives it ("2027-03-01"): the key works until the
 * end of that day in this time zone
 * @throws {RangeError} for text that is not a date, and for a day in the past
 */
export function expiresIn(choice: ExpiryChoice, date: string, now: number): number | undefined {
  switch (choice) {
    case "day":
      return DAY_SECONDS;
    case "month":
      return 30 * DAY_SECONDS;
    case "year":
      return 365 * DAY_SECONDS;
    case "never":
      return undefined;
    case "date": {
      const seconds = Math.floor((endOfDay(date) - now) / 1000);
      if (Number.isNaN(seconds)) throw new RangeError("Choose the last day on which the key works.");
      if (seconds <= 0) throw new RangeError("That day is over: choose today or a later one.");
      return seconds;
    }
  }
}

/** The day of `at` in this time zone, as an input of type date takes it. */
export function toDateInput(at: number): string {
  const date = new Date(at);
  const part = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

function endOfDay(date: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T23:59:59.999`).getTime() : Number.NaN;
}
