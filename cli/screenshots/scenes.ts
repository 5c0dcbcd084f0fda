/** What the screenshots show: each view in use, as a person would find it after a while. */
import type { Page } from "@playwright/test";

export interface Scene {
  /** The view's name in the URL and in the files' names. */
  readonly view: string;
  /** Bring the view into the state that is shown. It is at the view, in a wide window, connected. */
  readonly prepare: (page: Page) => Promise<void>;
  /** The heading that the picture begins with; the view's beginning where it is absent. */
  readonly from?: string;
}

/** The first message downloads and loads the model; a software adapter is slow. */
const REPLY_TIMEOUT_MS = 180_000;
const QUESTION = "What is the capital of France?";

export const SCENES: readonly Scene[] = [
  { view: "chat", prepare: chat },
  { view: "models", prepare: (page) => page.locator(".model-list").last().waitFor() },
  { view: "keys", prepare: keys },
  { view: "connect", prepare: (page) => page.locator(".code, pre").first().waitFor() },
  { view: "status", prepare: status, from: "Proof of privacy" },
  { view: "settings", prepare: (page) => page.getByLabel("Default model").waitFor() },
];

async function chat(page: Page): Promise<void> {
  const composer = page.getByRole("textbox", { name: /message/i });
  await composer.fill(QUESTION);
  await composer.press("Enter");
  await page.getByText(/tokens\/s/).waitFor({ timeout: REPLY_TIMEOUT_MS });
}

/** A key of a person's own apps, beside the one that the chat has used. */
async function keys(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Held as `string`, or the type checker would look for the file.
    const entryUrl: string = "./insitu.js";
    const entry: typeof import("../../src/index.ts") = await import(new URL(entryUrl, document.baseURI).href);
    const insitu = await entry.connect();
    await insitu.createKey({ name: "Reading notes" });
    await insitu.createKey({ name: "Mail drafts", expiresIn: 30 * 24 * 3600 });
  });
  await page.reload();
  await page.getByText("Reading notes").first().waitFor();
}

async function status(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Run the test" }).click();
  await page.getByText("Passed:").waitFor({ timeout: REPLY_TIMEOUT_MS });
}
