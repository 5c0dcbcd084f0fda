/** The settings view, including the deletion of everything, and the offer of a new version. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { openConnectedPage } from "../../support/connected-page.ts";
import { buildSite, startSite } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

test("keeps theme, default model and engine over a reload, for all apps of the origin", async ({
  tab,
  site,
  sharedContext,
}) => {
  await tab.goto(`${site.url}#/settings`);
  await tab.getByLabel("Dark").check();
  await expect(tab.locator("html")).toHaveCSS("color-scheme", "dark");
  const model = tab.getByLabel("Default model");
  await model.selectOption("fixture-length");
  await tab.getByLabel("Engine").selectOption("web-llm");

  const other = await openConnectedPage(sharedContext, site.url);
  await expect
    .poll(() => other.evaluate(() => insitu.settings.get()))
    .toEqual({ defaultModel: "fixture-length", engine: "web-llm" });
  await tab.reload();
  await expect(tab.locator("html")).toHaveCSS("color-scheme", "dark");
  await expect(model).toHaveValue("fixture-length");
  await expect(tab.getByLabel("Engine")).toHaveValue("web-llm");
  const { build } = (await other.evaluate(() => insitu.status())).worker;
  await expect(tab.getByRole("region", { name: "About" })).toContainText(build);

  // Changes by another app show when the person returns to the view.
  await other.evaluate(() => insitu.settings.set({ defaultModel: "fixture-chat", engine: "auto" }));
  await tab.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(model).toHaveValue("fixture-chat");
  await tab.getByLabel("Same as system").check();
  // Tests share this browser, and name their engine in the deployment file.
  await other.evaluate(() => insitu.settings.set({ engine: null }));
  await other.close();
});

test("deletes everything when asked twice, says so, and starts again", async ({ freshContext, site }) => {
  const page = await freshContext.newPage();
  await page.goto(site.url);
  const composer = page.getByRole("textbox", { name: /message/i });
  await composer.fill("Forget this.");
  await composer.press("Enter");
  await expect(page.getByText(/tokens\/s/)).toBeVisible({ timeout: 90_000 });
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Dark").check();

  const open = page
    .getByRole("region", { name: "Delete" })
    .getByRole("button", { name: "Delete everything" });
  const dialog = page.getByRole("dialog", { name: "Delete everything?" });
  await open.click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(open).toBeFocused();
  await open.click();
  await dialog.getByRole("button", { name: "Delete everything" }).click();

  await expect(page.getByRole("heading", { name: "Everything is deleted" })).toBeFocused();
  const left = await page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
  }));
  expect(left).toEqual({ workers: 0, databases: [], caches: [], local: [], session: [] });

  await page.getByRole("button", { name: "Start again" }).click();
  await expect(composer).toBeVisible();
  await expect(page.getByText("Forget this.")).toHaveCount(0);
});

/** Computed styles of everything in an element, for the properties that the app's style sheets set most. */
async function lookOf(element: Locator): Promise<readonly string[]> {
  return element.locator("*").evaluateAll((all) =>
    all.map((one) => {
      const style = getComputedStyle(one);
      const names = ["display", "flex", "gap", "margin", "padding", "border", "border-radius", "min-height"];
      const values = ["background-color", "color", "font", ...names].map((name) =>
        style.getPropertyValue(name),
      );
      return [one.tagName, ...values].join("; ");
    }),
  );
}

test("a new version is offered in a bar, waits when told to, and is used when told to", async ({
  freshContext,
}) => {
  const root = mkdtempSync(join(tmpdir(), "insitu-app-update-"));
  const built = await buildSite();
  cpSync(built, root, { recursive: true, filter: (source) => source !== join(built, "models") });
  const site = await startSite({ root });
  const page = await freshContext.newPage();
  await page.goto(`${site.url}#/settings`);
  const build = page.getByRole("region", { name: "About" }).getByRole("definition").first();
  await expect(build).toHaveText(/^[0-9a-f]{12}$/);
  const before = await build.textContent();

  // The same worker with another build id counts as a new version.
  const script = join(root, "sw.js");
  const next = "0123456789ab";
  writeFileSync(script, readFileSync(script, "utf8").replaceAll(before ?? "", next));
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const bar = page.getByRole("status").filter({ hasText: "A new version is ready." });
  await expect(bar).toBeVisible();
  const look = () => Promise.all([lookOf(bar), lookOf(page.getByRole("main"))]);
  const untouched = await look();
  for (const view of ["Chat", "Models", "Keys", "Connect", "Status", "Settings"]) {
    await page.getByRole("link", { name: view, exact: true }).click();
    await expect(page).toHaveTitle(`${view} · Insitu`);
    // The view's style sheet is loaded with its code.
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  }
  await expect(page.getByLabel("Default model")).toBeVisible();
  expect(await look()).toEqual(untouched);
  await bar.getByRole("button", { name: "Later" }).click();
  await expect(bar).toBeHidden();
  await expect(build).toHaveText(before ?? "");

  await page.reload();
  await bar.getByRole("button", { name: "Update" }).click();
  await expect(build).toHaveText(next);
  await expect(bar).toBeHidden();
  await site.close();
  rmSync(root, { recursive: true });
});
