/** Formats sizes for people, the same way in the app's views and in the service's messages. */

const UNITS = ["byte", "kB", "MB", "GB", "TB"] as const;
const BYTES = 0;
const GIGABYTES = 3;

/**
 * 98362432 → "98 MB", 4600000000 → "4.6 GB": decimal units, as browsers use them, formatted in English. There is one
 * decimal below ten, and from a gigabyte on, where it is worth at least 100 MB.
 */
export function describeBytes(bytes: number): string {
  let step = BYTES;
  let value = round(bytes, step);
  // Rounded before it is compared: 999,999 bytes are 1 MB, not 1,000 kB.
  while (value >= 1000 && step < UNITS.length - 1) {
    step += 1;
    value = round(bytes / 1000 ** step, step);
  }
  const unit = step === BYTES && value !== 1 ? "bytes" : (UNITS[step] ?? "bytes");
  return `${value.toLocaleString("en")} ${unit}`;
}

function round(value: number, step: number): number {
  const hasDecimal = step >= GIGABYTES || (step > BYTES && value < 9.95);
  return hasDecimal ? Math.round(value * 10) / 10 : Math.round(value);
}
