import { setTimeout as delay } from "node:timers/promises";

const INTERVAL_MS = 200;

/**
 * Wait until `isTrue` gives true.
 *
 * @param what is awaited, for a person
 * @throws if that takes longer than `timeoutMs`
 */
export async function waitUntil(
  what: string,
  isTrue: () => Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`After ${timeoutMs / 1000} s, this is not so: ${what}.`);
    await delay(INTERVAL_MS);
  }
}
