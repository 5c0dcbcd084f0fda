/** Rate limits are exact, even for a thousand requests at once while the service worker is stopped. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { ROOT } from "../../../cli/build.ts";
import { openConnectedPage } from "../../support/connected-page.ts";
import { CONFIG, startSite } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

const KEYS = 1_000;
const REQUESTS = 1_000;
const ALLOWED = 400;
const STOPS = 3;

/** The deployment of the fixtures, with limits that do not refill. */
function limitedConfig(): string {
  const config = z.looseObject({ limits: z.looseObject({}) }).parse(JSON.parse(readFileSync(CONFIG, "utf8")));
  const limits = { ...config.limits, requests_per_minute: ALLOWED, refill: false };
  const file = join(ROOT, ".cache", "limited.config.json");
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...config, limits }));
  return file;
}

const instanceOf = (page: Page) => page.evaluate(async () => (await insitu.status()).worker.instance);

/** Stops the service worker, as the browser does to free memory. */
async function watchServiceWorker(page: Page) {
  const session = await page.context().newCDPSession(page);
  let status = "";
  let changed = () => {};
  session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    status = versions.at(-1)?.runningStatus ?? status;
    changed();
  });
  await session.send("ServiceWorker.enable");
  const reached = (wanted: string) =>
    new Promise<void>((resolve) => {
      changed = () => {
        if (status === wanted) resolve();
      };
      changed();
    });
  return {
    /** Wait until it runs, and stop it. @returns the time at which it had stopped, in milliseconds since 1970 */
    async stop(): Promise<number> {
      await reached("running");
      await session.send("ServiceWorker.stopAllWorkers");
      await reached("stopped");
      return Date.now();
    },
  };
}

interface Answer {
  readonly status: number;
  /** True if both retry headers have a wait. */
  readonly retry: boolean;
}

test("of 1,000 requests at once with one key exactly the allowed ones pass, whatever stops the service worker", async ({
  freshContext,
}) => {
  const site = await startSite({ config: limitedConfig() });
  const page = await openConnectedPage(freshContext, site.url);
  const key = await page.evaluate(async (count) => {
    const keys = await Promise.all(
      Array.from({ length: count }, (_, number) => insitu.createKey({ name: `key ${number}` })),
    );
    return keys[Math.floor(count / 2)]?.key;
  }, KEYS);
  expect(await page.evaluate(async () => (await insitu.listKeys()).length)).toBeGreaterThanOrEqual(KEYS);

  const worker = await watchServiceWorker(page);
  const before = await instanceOf(page);
  const asked = page.evaluate(
    async ([authorization, count]) => {
      const ask = async (): Promise<Answer | string> => {
        try {
          const url = `${insitu.baseURL}/models`;
          const { status, headers } = await insitu.fetch(url, { headers: { authorization } });
          const retry = ["retry-after", "retry-after-ms"].every((name) => Number(headers.get(name)) > 0);
          return { status, retry };
        } catch (error) {
          return String(error);
        }
      };
      const answers = await Promise.all(Array.from({ length: count }, ask));
      return { answers, endedAt: Date.now() };
    },
    [`Bearer ${key}`, REQUESTS] as const,
  );
  const stoppedAt: number[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) stoppedAt.push(await worker.stop());
  const { answers, endedAt } = await asked;
  // Each stop ended a worker while requests were under way.
  expect(Math.max(...stoppedAt)).toBeLessThan(endedAt);
  expect(await instanceOf(page)).not.toBe(before);

  const tally: Record<string, number> = {};
  for (const answer of answers) {
    const name = typeof answer === "string" ? answer : `${answer.status}${answer.retry ? " retry" : ""}`;
    tally[name] = (tally[name] ?? 0) + 1;
  }
  expect(tally).toEqual({ 200: ALLOWED, "429 retry": REQUESTS - ALLOWED });
  await site.close();
});
