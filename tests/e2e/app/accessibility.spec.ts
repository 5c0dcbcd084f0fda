/** Automatic checks of every view: WCAG 2.2 AA, layout, focus and motion. */
import type { Page } from "@playwright/test";
import { SIZES, THEMES } from "../../../cli/screenshots/capture.ts";
import {
  axeViolations,
  hiddenControls,
  runningAnimations,
  sidewaysScrolls,
  unreachableControls,
} from "../../support/page-checks.ts";
import { openConnectedPage } from "../../support/connected-page.ts";
import { expect, test } from "../../support/hub-test.ts";
import { REMOTE_TITLE } from "../../support/model-calls.ts";
import { tinyGguf } from "../../support/tiny-gguf.ts";

const VIEWS = ["chat", "models", "keys", "connect", "status", "settings"] as const;

// Each check visits every element, which takes long on a busy machine.
test.describe.configure({ timeout: 300_000 });

/** Show a view and wait until it is connected. */
async function show(page: Page, url: string, view: (typeof VIEWS)[number]): Promise<void> {
  await page.goto(`${url}#/${view}`);
  await expect(page.getByRole("link", { name: view })).toHaveAttribute("aria-current", "page");
  if (view === "chat") await expect(page.getByRole("textbox", { name: /message/i })).toBeVisible();
  else await expect(page.getByRole("heading", { level: 2, name: view })).toBeVisible();
  // No "Connecting…", "Reading the settings…" or "Measuring…" remains.
  await expect(page.locator("main .soft", { hasText: "…" })).toHaveCount(0);
}

async function expectNoViolations(
  page: Page,
  state: string,
  sizes: readonly (typeof SIZES)[number][] = SIZES,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      const colors = colorScheme === "dark";
      expect
        .soft(await axeViolations(page, { colors }), `${state}, ${size.width} px, ${colorScheme}`)
        .toEqual([]);
    }
    expect.soft(await sidewaysScrolls(page), `${state}, ${size.width} px`).toEqual([]);
  }
}

test("no view violates WCAG 2.2 AA, in either theme, on a phone or a laptop", async ({ tab, site }) => {
  for (const view of VIEWS) {
    await show(tab, site.url, view);
    await expectNoViolations(tab, view);
  }
});

test("every view fits 360 px and reads from right to left, and Tab reaches all of it", async ({
  tab,
  site,
}) => {
  await tab.emulateMedia({ reducedMotion: "reduce" });
  for (const view of VIEWS) {
    await show(tab, site.url, view);
    for (const { width, dir } of [
      { width: 360, dir: "ltr" },
      { width: 360, dir: "rtl" },
      { width: 1280, dir: "rtl" },
    ]) {
      await tab.setViewportSize({ width, height: 740 });
      await tab.evaluate((to) => void (document.documentElement.dir = to), dir);
      expect.soft(await sidewaysScrolls(tab), `${view}, ${width} px, ${dir}`).toEqual([]);
      expect.soft(await hiddenControls(tab), `${view}, ${width} px, ${dir}`).toEqual([]);
      expect.soft(await runningAnimations(tab), `${view}, ${width} px, ${dir}`).toEqual([]);
    }
    await tab.evaluate(() => void (document.documentElement.dir = "ltr"));
    expect.soft(await unreachableControls(tab), view).toEqual([]);
  }
});

test("a chat violates nothing while its reply is waited for, after it, or in its dialogs", async ({
  tab,
  site,
  sharedContext,
}) => {
  const other = await openConnectedPage(sharedContext, site.url, "fixture-length");
  await show(tab, site.url, "chat");
  // Twelve replies to other keys are queued first. They end when their page is closed.
  await other.evaluate(async () => {
    const replies: Response[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { key } = await insitu.createKey({ name: "before the chat's" });
      const messages = [{ role: "user", content: "Go on." }];
      const request = insitu.fetch(`${insitu.baseURL}/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "fixture-length", messages, stream: true }),
      });
      replies.push(await request);
    }
    // Keep a reference: a stream that is garbage-collected is cancelled.
    Object.assign(globalThis, { replies });
  });
  const composer = tab.getByRole("textbox", { name: /message/i });
  await composer.fill("Is anybody there?");
  await composer.press("Enter");
  const stop = tab.getByRole("button", { name: "Stop the reply" });
  await expect(stop).toBeVisible();
  // At one size only, because the model keeps the machine busy.
  await expectNoViolations(tab, "a reply that is waited for", SIZES.slice(0, 1));
  await expect(stop).toBeVisible();
  await other.close();
  await expect(stop).toBeHidden();
  await expectNoViolations(tab, "a reply");

  await tab.getByRole("button", { name: "Chat settings" }).click();
  await expect(tab.getByRole("dialog")).toBeVisible();
  await expectNoViolations(tab, "the settings of a chat");
});

test("installed and failed models and the other dialogs violate nothing", async ({ tab, site, hub }) => {
  hub.faultOf = () => ({ type: "status", status: 404 });
  await show(tab, site.url, "models");
  await tab.getByRole("button", { name: `Install: ${REMOTE_TITLE}` }).click();
  await expect(tab.getByRole("button", { name: `Try again: ${REMOTE_TITLE}` })).toBeVisible();
  await expectNoViolations(tab, "a failed model");
  hub.faultOf = () => undefined;
  await tab.getByRole("button", { name: `Try again: ${REMOTE_TITLE}` }).click();
  await expect(tab.getByRole("button", { name: `Make default: ${REMOTE_TITLE}` })).toBeVisible();
  await tab.getByRole("button", { name: `Remove: ${REMOTE_TITLE}` }).click();
  const dialog = tab.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectNoViolations(tab, "removing a model");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(dialog).toBeHidden();

  const choose = (name: string, buffer: Buffer) =>
    tab.getByLabel("GGUF file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await choose("tiny.gguf", await tinyGguf());
  await expect(dialog.getByRole("button", { name: "Add", exact: true })).toBeVisible();
  await expectNoViolations(tab, "adding a file");
  await tab.keyboard.press("Escape");
  await choose("notes.gguf", Buffer.from("a text"));
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expectNoViolations(tab, "a file that is refused");
  await tab.keyboard.press("Escape");

  await show(tab, site.url, "keys");
  await tab.getByRole("button", { name: "Create key" }).click();
  await expect(dialog).toBeVisible();
  await expectNoViolations(tab, "creating a key");
  await tab.keyboard.press("Escape");
  await show(tab, site.url, "settings");
  await tab.getByRole("button", { name: "Delete everything" }).click();
  await expect(dialog).toBeVisible();
  await expectNoViolations(tab, "deleting everything");
});

test("the frame names the view, skips to it, and says when there is no network", async ({ tab, site }) => {
  await show(tab, site.url, "status");
  await expect(tab).toHaveTitle("Status · Insitu");
  await tab.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await tab.keyboard.press("Tab");
  const skip = tab.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await tab.keyboard.press("Enter");
  await expect(tab.getByRole("main")).toBeFocused();
  expect(new URL(tab.url()).hash).toBe("#/status");

  const offline = tab.getByRole("banner").getByText("Offline");
  await expect(offline).toBeHidden();
  await tab.context().setOffline(true);
  await expect(offline).toBeVisible();
  await tab.context().setOffline(false);
  await expect(offline).toBeHidden();
});

test("the checks of this file find what they look for", async ({ tab, site }) => {
  await tab.goto(new URL("blank.html", site.url).href);
  await tab.setViewportSize({ width: 360, height: 740 });
  await tab.evaluate(() => {
    const add = (tag: string, style: Partial<CSSStyleDeclaration>) => {
      const element = document.body.appendChild(document.createElement(tag));
      Object.assign(element.style, style);
      return element;
    };
    add("img", { width: "20px" }).setAttribute("src", "data:,");
    add("button", { outline: "none" }).textContent = "unmarked";
    const frame = add("div", { overflowX: "auto" });
    frame.className = "too-wide";
    Object.assign(frame.appendChild(document.createElement("p")).style, { width: "500px" });
    add("button", { position: "fixed", top: "100px", left: "0px" }).textContent = "covered";
    add("div", { position: "fixed", top: "90px", left: "0px", width: "200px", height: "60px" });
    const moving = add("p", {});
    moving.className = "moving";
    moving.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 60_000 });
    const kept = add("button", {});
    kept.textContent = "kept from Tab";
    kept.addEventListener("focus", () => kept.blur());
  });
  expect(await axeViolations(tab)).toContainEqual(expect.stringContaining("image-alt"));
  expect(await sidewaysScrolls(tab)).toEqual([expect.stringContaining("DIV.too-wide")]);
  expect(await hiddenControls(tab)).toEqual([expect.stringContaining("covered")]);
  expect(await runningAnimations(tab)).toEqual(["moving"]);
  const missed = await unreachableControls(tab);
  expect(missed).toContainEqual(expect.stringMatching(/^no visible focus: .*unmarked/));
  expect(missed).toContainEqual(expect.stringMatching(/^not reached by Tab: .*kept from Tab/));
});
