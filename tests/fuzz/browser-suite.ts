/** Hostile bodies end to end in a browser: page, service worker, wire, engine, a real model. */
import type { Page } from "@playwright/test";
import fc from "fast-check";
import { type Body, hostileBody } from "./bodies.ts";
import { checkRefusal, readReply } from "./check-answer.ts";
import { postHere, type PostedAnswer } from "./in-page.ts";
import { sharesOf, type SuiteOptions, type FuzzVerdict } from "./suite.ts";

/** Count of `npm run fuzz`. */
export const BROWSER_RUNS = 2_000;
/** Count of `npm test`. */
export const QUICK_BROWSER_RUNS = 100;
/** One model for text and images, which it refuses, because changing the model takes seconds. */
const MODEL = "fixture-short";
/** Bodies per call into the page. */
const BATCH_SIZE = 20;
/** A prompt as long as the context takes about ten seconds on a software adapter. */
const TIMEOUT_MS = 60_000;

export interface BrowserSuiteOptions extends SuiteOptions {
  /** Connected: see `connectPage`. */
  readonly page: Page;
  readonly onProgress?: (done: number) => void;
}

export interface BrowserVerdict extends FuzzVerdict {
  /** Number of answers by status. */
  readonly counts: ReadonlyMap<number, number>;
}

/** Without shrinking: sends every body, and reports failures by their index in the seed's sequence. */
export async function runBrowserSuite({
  page,
  runs,
  seed = Math.floor(Math.random() * 2 ** 31),
  onProgress,
}: BrowserSuiteOptions): Promise<BrowserVerdict> {
  await page.evaluate((model) => insitu.load(model), MODEL);
  const { name } = await page.evaluate(async () => (await insitu.status()).host.engine);
  const bodies = fc.sample(hostileBody([MODEL, MODEL]), { numRuns: runs, seed });
  const counts = new Map<number, number>();
  const failures: string[] = [];
  for (let from = 0; from < runs; from += BATCH_SIZE) {
    const batch = bodies.slice(from, from + BATCH_SIZE).map(asText);
    const answers = await page.evaluate(postHere, { batch, timeLimit: TIMEOUT_MS });
    for (const [index, answer] of answers.entries()) {
      const problem = await problemOf(answer);
      if (problem !== undefined) failures.push(`\n  body ${from + index} of seed ${seed}: ${problem}`);
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    }
    onProgress?.(from + answers.length);
  }
  return {
    counts,
    passed: runs - failures.length,
    failed: failures.length,
    text: `bodies through a browser, on ${name}: ${sharesOf(counts)}${failures.join("")}`,
  };
}

async function problemOf({ status, headers, body, problem }: PostedAnswer): Promise<string | undefined> {
  if (problem !== undefined) return `${problem}: ${body.slice(-500)}`;
  const response = new Response(body, { status, headers });
  const check = status === 200 ? readReply(response) : checkRefusal(response);
  return check.then(() => undefined, String);
}

/** A body as base64, which can be passed to a page. */
function asText({ contentType, bytes }: Body) {
  return { contentType, base64: Buffer.from(bytes).toString("base64") };
}
