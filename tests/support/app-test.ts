/** Playwright's `test` with the app's chat in a tab, without conversations. */
import { expect, type Page } from "@playwright/test";
import { test as base } from "./test.ts";

export interface AppFixtures {
  /** The app's chat. Conversations are deleted before and after the test. */
  readonly app: Page;
}

export const test = base.extend<AppFixtures>({
  app: async ({ tab, site }, use) => {
    const empty = async () => {
      await tab.goto(new URL("blank.html", site.url).href);
      await tab.evaluate(deleteConversations);
    };
    await empty();
    await tab.goto(`${site.url}#/chat`);
    await use(tab);
    await empty();
  },
});

function deleteConversations(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase("insitu-app");
    request.onsuccess = resolve;
    request.onerror = reject;
  });
}

declare global {
  /** Bodies of the requests for completions since `recordRequests`, until the page is reloaded. */
  var sentBodies: unknown[];
}

/** Record request bodies in the page, because Playwright does not see the body of a fetch that a service worker answers. */
export async function recordRequests(page: Page): Promise<void> {
  await page.evaluate(() => {
    const real = globalThis.fetch;
    globalThis.sentBodies = [];
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.url.endsWith("/chat/completions")) {
        globalThis.sentBodies.push(await request.clone().json());
      }
      return real(request);
    };
  });
}

/** Body of the last request for a completion. */
export async function lastSentBody(page: Page): Promise<unknown> {
  return page.evaluate(() => globalThis.sentBodies.at(-1));
}

/** Send a message and wait for the whole reply. The first reply of a test may wait for the model. */
export async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.keyboard.press("Enter");
  await replied(page);
}

/** Wait for the end of the reply to the last message. */
export async function replied(page: Page): Promise<void> {
  await expect(page.locator('.message[data-role="assistant"]').last()).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop the reply" })).toBeHidden({ timeout: 180_000 });
}

export { expect } from "@playwright/test";
