import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod/mini";
import { type BrowserPage, InPageError, PageGoneError, type PageProtocol } from "./browser-page.ts";

/** Interval at which a page is asked for a result. */
const POLL_MS = 50;

const outcomeSchema = z.union([
  z.object({ state: z.literal("running") }),
  z.object({ state: z.literal("returned") }),
  z.object({ state: z.literal("threw"), message: z.string() }),
  z.object({ state: z.literal("gone") }),
]);

let calls = 0;

/**
 * A page of a protocol that evaluates expressions at once. A call is started in the page and asked for until it has
 * ended: a session of WebDriver runs one command at a time for all tabs, so a command must not wait.
 */
export function createPage({ run, ...protocol }: PageProtocol): BrowserPage {
  return {
    ...protocol,
    async evaluate(inPage, ...args) {
      calls += 1;
      const call = JSON.stringify(`call ${calls}`);
      await run(startExpression(call, inPage.toString(), JSON.stringify(args)));
      for (;;) {
        const text = await run(outcomeExpression(call));
        const outcome = outcomeSchema.parse(JSON.parse(text));
        switch (outcome.state) {
          case "returned":
            // Only the function knows its type.
            return JSON.parse(text).value;
          case "threw":
            throw new InPageError(outcome.message);
          case "gone":
            throw new PageGoneError("The page was left before the result came.");
          case "running":
            await delay(POLL_MS);
        }
      }
    },
  };
}

/** Starts a function. tsx wraps named functions in a helper, `__name`, which a page does not have. */
function startExpression(call: string, inPage: string, args: string): string {
  return `((__name) => {
    const outcomes = globalThis.testOutcomes ??= new Map();
    outcomes.set(${call}, { state: "running" });
    new Promise((resolve) => resolve((${inPage})(...${args}))).then(
      (value) => outcomes.set(${call}, { state: "returned", value }),
      (error) => outcomes.set(${call}, { state: "threw", message: [error, error?.stack].join("\\n") }),
    );
    return "";
  })((named) => named)`;
}

function outcomeExpression(call: string): string {
  return `JSON.stringify(globalThis.testOutcomes?.get(${call}) ?? { state: "gone" })`;
}
