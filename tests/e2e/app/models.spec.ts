/** The models view: install, pause, resume, choose and remove. */
import type { Page } from "@playwright/test";
import { expect, test } from "../../support/hub-test.ts";
import { REMOTE_TITLE, SHARD } from "../../support/model-calls.ts";

const modelsOf = (page: Page) => ({
  row: page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: REMOTE_TITLE }) }),
  button: (label: string) => page.getByRole("button", { name: `${label}: ${REMOTE_TITLE}` }),
  here: page.getByRole("region", { name: "On this device" }),
  available: page.getByRole("region", { name: "Available" }),
  storage: page.getByRole("region", { name: "Storage" }),
});

test("a model is installed, paused, resumed after a reload, made the default, and removed", async ({
  tab,
  site,
  hub,
}) => {
  const { row, button, here, available, storage } = modelsOf(tab);
  hub.faultOf = (file) => (file === SHARD ? { type: "stall", after: 100_000 } : undefined);
  await tab.goto(`${site.url}#/models`);
  await expect(available.getByText("3.4 MB to download").first()).toBeVisible();
  await tab.getByLabel("Search models").fill("another HOST");
  await expect(available.getByRole("listitem").filter({ hasText: "Install" })).toHaveCount(1);
  await button("Install").click();
  await expect(row.getByText(/of 3\.4 MB/)).toBeVisible();
  await expect(here).toContainText(REMOTE_TITLE);
  // The model's item moves to the other list, and its button keeps the focus.
  await expect(button("Pause")).toBeFocused();
  await expect(tab.getByRole("status").filter({ hasText: `Installing ${REMOTE_TITLE}.` })).toHaveCount(1);

  await tab.reload();
  await expect(row.getByRole("progressbar")).toBeVisible();
  await button("Pause").click();
  await expect(row.getByText(/^Paused at [\d.]+ MB of 3\.4 MB$/)).toBeVisible();
  await expect(button("Resume")).toBeFocused();

  hub.faultOf = () => undefined;
  await button("Resume").click();
  await expect(row.getByText("Installed", { exact: true })).toBeVisible();
  await expect(tab.getByRole("status").filter({ hasText: `${REMOTE_TITLE} is installed.` })).toHaveCount(1);
  await expect(storage).toContainText(`${REMOTE_TITLE}: 3.4 MB`);
  await expect(storage).toContainText(/\d+(\.\d)? .?B used of the [\d.]+ .?B that this browser allows/);

  await button("Make default").click();
  await expect(row.getByText("Default", { exact: true })).toBeVisible();
  await expect(button("Remove")).toBeFocused();
  await tab.reload();
  await expect(row.getByText("Default", { exact: true })).toBeVisible();

  await button("Remove").click();
  const dialog = tab.getByRole("dialog", { name: `Remove ${REMOTE_TITLE}?` });
  await expect(dialog).toContainText("This frees 3.4 MB on this device.");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(button("Install")).toBeFocused();
  await expect(here).not.toContainText(REMOTE_TITLE);
  await expect(row.getByText("Default", { exact: true })).toHaveCount(0);
});

test("a damaged file fails the install by name, and another try mends it", async ({ tab, site, hub }) => {
  const { row, button } = modelsOf(tab);
  hub.faultOf = (file) => (file === SHARD ? { type: "flip", at: 5 } : undefined);
  await tab.goto(`${site.url}#/models`);
  await button("Install").click();
  await expect(row.locator(".problem")).toContainText(SHARD);
  await tab.reload();
  await expect(row.locator(".problem")).toContainText(SHARD);

  hub.faultOf = () => undefined;
  await button("Try again").click();
  await expect(row.getByText("Installed", { exact: true })).toBeVisible();
  await button("Remove").click();
  await tab.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(button("Install")).toBeVisible();
});
