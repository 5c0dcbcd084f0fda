import assert from "node:assert/strict";
import { join } from "node:path";
import { ask, openView, shows } from "../app-page.ts";
import type { BrowserPage } from "../browser-page.ts";
import { openConnectedPage } from "../connected.ts";
import type { Scenario } from "../scenario.ts";

/** In CSS pixels. WebKitGTK stretched the rows of dialogs. */
const MAX_BUTTON_HEIGHT = 50;
const QUESTION = "Tell me about rivers.";
/** Views that are only looked at, and a text of each that comes last. */
const VIEWS = { connect: "npm install openai", status: "Runs in", settings: "Default model" };

export const app: Scenario = {
  name: "app",
  description: "the app's chat, models and keys, with pictures",
  async run(context) {
    const { site, pictures, canReply } = context;
    const page = await openConnectedPage(context);
    const picture = async (name: string) => {
      await page.evaluate(nextFrame);
      await page.screenshot(join(pictures, `${name}.png`));
    };
    await page.goto(site.url);
    await shows(page, "A language model in your browser");
    await shows(page, canReply ? "Fixture that chats" : "cannot run here");
    await picture("start");

    // Below a reply are its statistics.
    await ask(page, QUESTION, canReply ? "tokens/s" : "WebGPU");
    await picture("chat");

    await openView(page, "models");
    await shows(page, "Storage");
    if (!canReply) await showModelsThatDoNotFit(page);
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

    for (const [view, text] of Object.entries(VIEWS)) {
      await openView(page, view);
      await shows(page, text);
      await picture(view);
    }

    await openView(page, "chat");
    await shows(page, QUESTION);
  },
};

/** In the page: wait until what it shows has been painted. */
function nextFrame(): Promise<void> {
  return new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted())));
}

/** Without an engine, no model fits the device, and the view shows only those that do. */
function showModelsThatDoNotFit(page: BrowserPage): Promise<void> {
  return page.click("input[type=checkbox]");
}
