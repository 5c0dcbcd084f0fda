/** The keys view: the life cycle of a workspace, whose key another page of the scope uses. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { connectPage, openConnectedPage } from "../../support/connected-page.ts";
import { startSite } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

/** Ask with `key` by the stock SDK, from a page that is not the app. Gives the answer, or the status of the error. */
async function ask(page: Page, key: string): Promise<{ answer: string } | { status: number }> {
  return await page.evaluate(async (apiKey) => {
    const caller = globalThis.client.withOptions({ apiKey });
    try {
      const { choices } = await caller.chat.completions.create({
        model: "fixture-chat",
        messages: [{ role: "user", content: "Hello." }],
      });
      return { answer: choices[0]?.message.content ?? "" };
    } catch (error) {
      if (typeof error !== "object" || error === null || !("status" in error)) throw error;
      return { status: Number(error.status) };
    }
  }, key);
}

/** Create a key in the dialog, read it where it is shown once, and close the dialog by the button `leave`. */
async function createKey(app: Page, name: string, leave = "Done"): Promise<string> {
  await app.getByRole("button", { name: "Create key" }).click();
  await app.getByRole("textbox", { name: "Name" }).fill(name);
  await app.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await expect(app.getByRole("dialog", { name: "Copy your key" })).toBeVisible();
  const key = await app.getByRole("textbox", { name: "Key" }).inputValue();
  await app.getByRole("button", { name: leave }).click();
  return key;
}

async function confirm(app: Page, action: string): Promise<void> {
  await app.getByRole("dialog").getByRole("button", { name: action }).click();
  await expect(app.getByRole("dialog")).toBeHidden();
}

test("makes a workspace and a key that another page calls with, limits it, revokes it; also offline", async ({
  freshContext,
}) => {
  test.slow();
  const site = await startSite();
  const other = await openConnectedPage(freshContext, site.url);
  const app = await freshContext.newPage();
  await app.goto(`${site.url}#/keys`);

  await app.getByRole("button", { name: "New workspace" }).click();
  await app.getByRole("button", { name: "Create", exact: true }).click();
  await expect(app.getByRole("alert")).toHaveText("A name must have 1 to 200 characters.");
  await app.getByRole("textbox", { name: "Name" }).fill("Notes");
  await app.keyboard.press("Enter");
  await expect(app.getByLabel("Workspace", { exact: true })).toHaveValue(/./);
  await expect(app.getByText("No keys yet.")).toBeVisible();

  const key = await createKey(app, "Editor");
  expect(key).toMatch(/^sk-insitu-[0-9A-Za-z]{43}$/);
  const item = app.getByRole("listitem").filter({ hasText: "Editor" });
  await expect(item).toContainText(key.slice(0, 14));
  await expect(item).toContainText("Expires in 30 days");
  await expect(item).toContainText("Never used");
  expect(await app.content()).not.toContain(key);

  await other.bringToFront();
  expect(await ask(other, key)).toEqual({ answer: expect.stringMatching(/./) });
  await app.bringToFront();
  await app.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(item).toContainText("Last used");
  const used = app.getByRole("row").filter({ hasText: "Editor" });
  await expect(used.getByRole("cell").first()).toHaveText("1");
  const tokens = Number(await used.getByRole("cell").nth(2).textContent());
  expect(tokens).toBeGreaterThan(0);

  await app.getByRole("button", { name: "Change limits" }).click();
  await app.getByLabel("Requests per minute").fill("none");
  await app.getByRole("button", { name: "Save" }).click();
  await expect(app.getByRole("alert")).toContainText("whole number");
  await app.getByLabel("Requests per minute").fill("2");
  await confirm(app, "Save");
  await expect(app.getByText("Set for this workspace")).toBeVisible();
  // Sent together, because the bucket refills while answers are written.
  const limited = await Promise.all([ask(other, key), ask(other, key), ask(other, key)]);
  expect(limited.filter((outcome) => "answer" in outcome)).toHaveLength(2);
  expect(limited).toContainEqual({ status: 429 });
  await app.getByRole("button", { name: "Change limits" }).click();
  await confirm(app, "Use the default");
  await expect(app.getByText("This site’s default")).toBeVisible();

  await app.getByRole("button", { name: "Rename Editor" }).click();
  await app.getByRole("textbox", { name: "Name" }).fill("Writer");
  await confirm(app, "Rename");
  await expect(app.getByRole("listitem").filter({ hasText: "Writer" })).toBeVisible();

  await test.step("the form has no violations of the accessibility rules", async () => {
    await app.getByRole("button", { name: "Create key" }).click();
    expect((await new AxeBuilder({ page: app }).analyze()).violations).toEqual([]);
    await app.keyboard.press("Escape");
  });

  await app.getByRole("button", { name: "Revoke Writer" }).click();
  await confirm(app, "Revoke");
  await expect(app.getByText("No keys yet.")).toBeVisible();
  await expect(app.getByRole("button", { name: "Create key" })).toBeFocused();
  await expect(app.getByRole("row").filter({ hasText: "Former keys" })).toBeVisible();
  expect(await ask(other, key)).toEqual({ status: 401 });

  await site.close();
  await app.reload();
  const offline = await createKey(app, "Offline", "Insert into code");
  await expect(app.getByLabel("Code for OpenAI SDK")).toContainText(offline);
  await app.goBack();
  expect(await ask(other, offline)).toEqual({ answer: expect.stringMatching(/./) });
  await other.reload();

  await app.getByRole("button", { name: "Delete workspace Notes" }).click();
  await expect(app.getByRole("dialog")).toContainText("1 key");
  await confirm(app, "Delete");
  await expect(app.getByLabel("Workspace", { exact: true })).toHaveValue("default");
  await expect(app.getByLabel("Workspace", { exact: true })).toBeFocused();
  await connectPage(other, site.url);
  expect(await ask(other, offline)).toEqual({ status: 401 });
});

test("shows a thousand keys without hanging", async ({ connectedPage, site }) => {
  await connectedPage.evaluate(async () => {
    const workspace = await insitu.createWorkspace({ name: "Crowd" });
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        insitu.createKey({ name: `Key number ${index}.`, workspace: workspace.id }),
      ),
    );
  });
  const page = connectedPage;
  await page.goto(`${site.url}#/keys`);
  await page.getByLabel("Workspace", { exact: true }).selectOption("Crowd");
  const items = page.getByRole("listitem");
  await expect(items).toHaveCount(25);
  await expect(page.getByText("25 of 1,000 keys")).toBeVisible();
  await page.getByLabel("Find a key").fill("number 777.");
  await expect(items).toHaveCount(1);
  await page.getByLabel("Find a key").fill("");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(items).toHaveCount(125);
  await page.getByRole("button", { name: "Delete workspace Crowd" }).click();
  await expect(page.getByRole("dialog")).toContainText("1,000 keys");
  await confirm(page, "Delete");
});
