/** Many conversations: found, renamed, deleted, exported and imported, and shared by two tabs. */
import { readFile } from "node:fs/promises";
import { ask, expect, test } from "../../support/app-test.ts";
import { button, composer, notice, replies, said, titles } from "../../support/chat-locators.ts";

test.describe.configure({ timeout: 300_000 });

test("many conversations: find, rename, delete, take out and in, in two tabs", async ({ app, site }) => {
  await test.step("a reply goes on while another conversation is started", async () => {
    await ask(app, "About trees");
    await composer(app).fill("And their leaves");
    await app.keyboard.press("Enter");
    await app.keyboard.press("ControlOrMeta+Shift+O");
    await expect(app.getByRole("heading", { name: "A language model in your browser" })).toBeVisible();
    await expect(composer(app)).toBeFocused();
    await expect(titles(app)).toHaveText([/^Writing: About trees/]);
    await expect(titles(app)).toHaveText(["About trees"], { timeout: 60_000 });
    await ask(app, "About rivers");
    await expect(titles(app)).toHaveText(["About rivers", "About trees"]);
    await app.goBack();
    await expect(said(app)).toHaveText(["About trees", "And their leaves"]);
    await expect(replies(app)).toHaveCount(2);
    await expect(replies(app).last()).toContainText("tokens/s");
  });

  await test.step("search finds words of messages", async () => {
    await app.keyboard.press("ControlOrMeta+K");
    await expect(app.getByRole("searchbox")).toBeFocused();
    await app.keyboard.type("THEIR leaves");
    await expect(app.getByText("1 found", { exact: true })).toBeVisible();
    await expect(titles(app)).toHaveText(["About trees"]);
    await app.getByRole("searchbox").fill("nowhere");
    await expect(app.getByText("Nothing found.")).toBeVisible();
    await app.getByRole("searchbox").fill("");
    await expect(titles(app)).toHaveCount(2);
  });

  await test.step("rename, delete, undo", async () => {
    await button(app, "Rename “About trees”").click();
    await app.getByLabel("Title").fill("Forestry");
    await app.keyboard.press("Enter");
    await expect(titles(app)).toHaveText(["About rivers", "Forestry"]);
    await button(app, "Delete “Forestry”").click();
    await expect(titles(app)).toHaveText(["About rivers"]);
    await expect(app).toHaveURL(/#\/chat$/);
    await button(app, "Undo").click();
    await expect(titles(app)).toHaveText(["About rivers", "Forestry"]);
    await titles(app).last().click();
    await expect(said(app)).toHaveText(["About trees", "And their leaves"]);
  });

  await test.step("conversations are exported and imported, and an invalid file is refused", async () => {
    const downloading = app.waitForEvent("download");
    await button(app, "Export all").click();
    const text = await readFile(await (await downloading).path(), "utf8");
    const file = (content: string) => ({
      name: "chats.json",
      mimeType: "application/json",
      buffer: Buffer.from(content),
    });
    await app.getByLabel("File to import").setInputFiles(file(text.replace('"user"', '"robot"')));
    await expect(notice(app)).toContainText(
      "Nothing was imported. In the file, conversations[0].messages[0].role",
    );
    await app.getByLabel("File to import").setInputFiles(file(text));
    await expect(notice(app)).toContainText("2 conversations were imported.");
    await expect(titles(app)).toHaveCount(4);
  });

  await test.step("changes of another tab appear, and nothing is overwritten", async () => {
    const other = await app.context().newPage();
    await other.goto(app.url());
    await expect(titles(other)).toHaveCount(4);
    await ask(other, "From the other tab");
    await expect(said(app)).toHaveText(["About trees", "And their leaves", "From the other tab"]);
    await ask(app, "From this tab");
    await expect(said(other)).toHaveText([/trees/, /leaves/, "From the other tab", "From this tab"]);
    await other.locator(".conversation-action[aria-label^=Delete]").first().click();
    await expect(titles(app)).toHaveCount(3);
    await expect(app).toHaveURL(`${site.url}#/chat`);
    await other.close();
  });

  await test.step("a dialog lists the keyboard shortcuts", async () => {
    await titles(app).first().focus();
    await app.keyboard.press("?");
    const dialog = app.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(dialog.getByText("New chat")).toBeVisible();
    await app.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(titles(app).first()).toBeFocused();
  });
});
