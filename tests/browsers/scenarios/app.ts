import assert from "node:assert/strict";
import { join } from "node:path";
import type { BrowserPage } from "../browser-page.ts";
import type { Scenario } from "../scenario.ts";
import { waitUntil } from "../wait-until.ts";

/** In CSS pixels. WebKitGTK stretched the rows of dialogs. */
const MAX_BUTTON_HEIGHT = 50;
const QUESTION = "Tell me about rivers.";

export const app: Scenario = {
  name: "app",
  description: "the app's chat, models and keys, with pictures",
  async run({ site, pictures, expected, newPage }) {
    const page = await newPage();
    const picture = (name: string) => page.screenshot(join(pictures, `${name}.png`));
    await page.goto(site.url);
    await shows(page, "A language model in your browser");
    await picture("start");

    await page.type("textarea", `${QUESTION}\n`);
    await shows(page, QUESTION);
    // Below a reply are its statistics.
    await shows(page, expected.engine === null ? "WebGPU" : "tokens/s");
    await picture("chat");

    await openView(page, "models");
    await shows(page, "Storage");
    if (expected.engine === null) await showModelsThatDoNotFit(page);
    await shows(page, "Fixture that chats");
    await picture("models");

    await openView(page, "keys");
    await shows(page, "Create key");
    await page.evaluate(() => {
      for (const button of document.querySelectorAll("button"))
        if (button.innerText.includes("Create key")) button.dataset["test"] = "create";
    });
    await page.click("[data-test=create]");
    await page.type("dialog input", "My notes\n");
    await shows(page, "Copy your key");
    const key = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>("dialog input")].map(({ value }) => value).join(),
    );
    assert.match(key, /sk-insitu-[0-9A-Za-z]{43}/);
    await picture("key");
    const tallest = await page.evaluate(() =>
      Math.max(...[...document.querySelectorAll("dialog button")].map(({ clientHeight }) => clientHeight)),
    );
    assert.ok(tallest < MAX_BUTTON_HEIGHT, `a button of the dialog is ${tallest} px high`);
    await page.reload();
    await shows(page, "My notes");
    await picture("keys");

    await openView(page, "chat");
    await shows(page, QUESTION);
  },
};

/** Without an engine, no model fits the device, and the view shows only those that do. */
function showModelsThatDoNotFit(page: BrowserPage): Promise<void> {
  return page.click("input[type=checkbox]");
}

async function openView(page: BrowserPage, view: string): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), `#/${view}`);
}

/** Wait until the page shows a text. */
function shows(page: BrowserPage, text: string): Promise<void> {
  return waitUntil(`the page shows "${text}"`, () =>
    page.evaluate((wanted) => document.body.innerText.includes(wanted), text),
  );
}
