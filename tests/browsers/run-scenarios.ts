import type { EngineName } from "../../src/contract/engine-name.ts";
import type { Site } from "../support/site.ts";
import type { BrowserPage, TestBrowser } from "./browser-page.ts";
import { EXPECTATIONS } from "./expectations.ts";
import type { Scenario } from "./scenario.ts";

/** Longer than the longest scenario on two busy cores. */
const TIMEOUT_MS = 900_000;

export type Verdict =
  | { readonly type: "passed"; readonly seconds: number }
  | { readonly type: "skipped"; readonly reason: string }
  | { readonly type: "failed"; readonly seconds: number; readonly problem: string };

export interface RunOptions {
  readonly browser: TestBrowser;
  readonly engine: EngineName;
  readonly site: Site;
  readonly pictures: string;
}

/** Run one scenario. Its tabs are closed afterwards. */
export async function runScenario(scenario: Scenario, options: RunOptions): Promise<Verdict> {
  const expected = EXPECTATIONS[options.browser.name];
  const canReply = expected.engines.includes(options.engine);
  if (scenario.needs === "reply" && !canReply) return { type: "skipped", reason: "no engine here" };
  if (scenario.needs === "choice" && options.engine !== expected.chosenEngine)
    return { type: "skipped", reason: `${expected.chosenEngine} is chosen` };
  const deferred: (() => Promise<void>)[] = [];
  const newPage = async (): Promise<BrowserPage> => {
    const page = await options.browser.newPage();
    let isOpen = true;
    const close = async () => {
      if (isOpen) await page.close();
      isOpen = false;
    };
    deferred.push(close);
    return { ...page, close };
  };
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  try {
    const defer = (task: () => Promise<void>) => void deferred.push(task);
    await withTimeout(scenario.run({ ...options, canReply, expected, newPage, defer }));
    return { type: "passed", seconds: seconds() };
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { type: "failed", seconds: seconds(), problem };
  } finally {
    for (const task of deferred.toReversed()) await task().catch(() => {});
  }
}

async function withTimeout(running: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`It took more than ${TIMEOUT_MS / 1000} s.`)), TIMEOUT_MS);
  });
  try {
    await Promise.race([running, expired]);
  } finally {
    clearTimeout(timer);
  }
}
