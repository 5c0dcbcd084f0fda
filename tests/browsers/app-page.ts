/** The chat app in a page. */
import type { BrowserPage } from "./browser-page.ts";
import { waitUntil } from "./wait-until.ts";

/** Longer than a model takes to load and reply on two busy cores. */
const TIMEOUT_MS = 300_000;

/** Ask a question in the chat view, and wait until the page shows `answer`. */
export async function ask(page: BrowserPage, question: string, answer: string): Promise<void> {
  await waitUntil("the chat view is there", () =>
    page.evaluate(() => document.querySelector("textarea") !== null),
  );
  await page.type("textarea", `${question}\n`);
  await shows(page, question);
  await shows(page, answer);
}

/** @param view its name in the URL, such as `keys` */
export async function openView(page: BrowserPage, view: string): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), `#/${view}`);
}

/** Wait until the page shows a text. */
export function shows(page: BrowserPage, text: string): Promise<void> {
  return waitUntil(
    `the page shows "${text}"`,
    () => page.evaluate((wanted) => document.body.innerText.includes(wanted), text),
    TIMEOUT_MS,
  );
}
