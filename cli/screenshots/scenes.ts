/** Scenes of the screenshots: each view after some use of the app. */
import type { Page } from "@playwright/test";

export interface Scene {
  /** Name of the view in the URL and in file names. */
  readonly view: string;
  /** Prepare a page that shows the view in a wide window and is connected. */
  readonly prepare: (page: Page) => Promise<void>;
  /** Heading at the top of the picture; default: the view's beginning. */
  readonly from?: string;
}

/** Long, because the first message installs and loads the model, and a software adapter is slow. */
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

/** Keys of other apps, besides the one that the chat has used. */
async function keys(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Typed as `string`, or the type checker would look for the file.
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
