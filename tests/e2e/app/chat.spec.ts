/** The chat as a person uses it, against the real engine with the fixture models. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ask, expect, lastSentBody, recordRequests, replied, test } from "../../support/app-test.ts";

const said = (page: Page) => page.locator('.message[data-role="user"] > .text');
const replies = (page: Page) => page.locator('.message[data-role="assistant"]');
const notice = (page: Page) => page.locator(".notice");
const titles = (page: Page) => page.locator(".conversation-link");
const composer = (page: Page) => page.getByRole("textbox", { name: "Message" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

// Two of them change the model, which takes a while on a busy machine.
test.describe.configure({ timeout: 300_000 });

test("a conversation: send, stop, regenerate, edit, settings, copy", async ({ app }) => {
  await recordRequests(app);
  await app.context().grantPermissions(["clipboard-read", "clipboard-write"]);

  await test.step("the first message, from an example", async () => {
    await expect(app.getByRole("heading", { name: "A language model in your browser" })).toBeVisible();
    await expect(app.getByText(/nothing you write leaves it/)).toBeVisible();
    await expect(app.locator(".example")).toHaveCount(4);
    await app.locator(".example").first().click();
    await replied(app);
    await expect(replies(app)).toContainText(/\d+ tokens · [\d.,]+ tokens\/s · first after [\d.]+ s/);
    await expect(app).toHaveURL(/#\/chat\/[\w-]{36}$/);
    await expect(titles(app)).toHaveText(["Explain what a service worker does, in three sentences."]);
  });

  await test.step("settings of the conversation reach the model, wrong ones do not", async () => {
    await button(app, "Settings of this chat").click();
    const dialog = app.getByRole("dialog", { name: "Settings of this chat" });
    await dialog.getByLabel("System prompt").fill("Be brief.");
    await dialog.getByLabel("Temperature").fill("9");
    await dialog.getByLabel("Seed").fill("7");
    await dialog.getByLabel("Stop texts").fill("ZZZ\nYYY");
    await button(app, "Save").click();
    await expect(dialog.getByText("“9” is not a number from 0 to 2.")).toBeVisible();
    await dialog.getByLabel("Temperature").fill("0,5");
    await app.keyboard.press("Enter");
    await expect(dialog).toBeHidden();

    const texts: string[] = [];
    for (let round = 0; round < 2; round++) {
      await button(app, "Regenerate").click();
      await replied(app);
      texts.push(await app.locator(".message .markdown").innerText());
    }
    expect(texts[1]).toBe(texts[0]);
    expect(await lastSentBody(app)).toMatchObject({
      model: "fixture-chat",
      messages: [{ role: "system", content: "Be brief." }, { role: "user" }],
      temperature: 0.5,
      seed: 7,
      stop: ["ZZZ", "YYY"],
      stream: true,
    });
  });

  await test.step("an edited message replaces what followed, and undo brings it back", async () => {
    await ask(app, "Second question");
    await said(app).first().hover();
    await app.getByRole("button", { name: "Edit", exact: true }).first().click();
    const field = app.getByRole("textbox", { name: "Edit the message" });
    await expect(field).toBeFocused();
    await expect(app.getByText("It and the 3 messages after it are replaced")).toBeVisible();
    await field.press("Escape");
    await expect(said(app)).toHaveCount(2);

    await composer(app).focus();
    await app.keyboard.press("ArrowUp");
    await expect(field).toHaveValue("Second question");
    await field.fill("Another question");
    await field.press("Enter");
    await replied(app);
    await expect(said(app)).toHaveText([/^Explain/, "Another question"]);
    await expect(notice(app)).toContainText("2 messages were replaced.");
    await button(app, "Undo").click();
    await expect(said(app)).toHaveText([/^Explain/, "Second question"]);
  });

  await test.step("Escape stops a reply, and what there is of it stays", async () => {
    await app.getByLabel("Model").selectOption("fixture-length");
    await composer(app).fill("Go on for long");
    await app.keyboard.press("Enter");
    await expect(app.locator(".markdown.writing")).toContainText(/\w/, { timeout: 60_000 });
    await app.keyboard.press("Escape");
    await expect(replies(app).last()).toContainText("Stopped.");
    await expect(replies(app).last().locator(".markdown")).toContainText(/\w/);
    await expect(app.getByText("The reply was stopped.")).toBeAttached();
  });

  await test.step("what was said can be copied, and is there after a reload", async () => {
    await said(app).last().hover();
    await button(app, "Copy message").last().click();
    expect(await app.evaluate(() => navigator.clipboard.readText())).toBe("Go on for long");
    await app.reload();
    await expect(said(app)).toHaveText([/^Explain/, "Second question", "Go on for long"]);
    await expect(app.getByLabel("Model")).toHaveValue("fixture-length");
  });
});

test("many conversations: find, rename, delete, take out and in, in two tabs", async ({ app, site }) => {
  await test.step("a reply goes on while another conversation is begun", async () => {
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

  await test.step("a file out and in, and one that is wrong", async () => {
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

  await test.step("what another tab does is seen here, and nothing is overwritten", async () => {
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

  await test.step("the keys are told", async () => {
    await titles(app).first().focus();
    await app.keyboard.press("?");
    const dialog = app.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(dialog.getByText("New chat")).toBeVisible();
    await app.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(titles(app).first()).toBeFocused();
  });
});

test("images: attached where the model takes them, scaled, sent and shown", async ({ app }) => {
  await ask(app, "Hello");
  const attach = button(app, "Attach a picture");
  await expect(attach).toHaveAttribute("aria-disabled", "true");
  await attach.focus();
  await app.keyboard.press("Enter");
  await expect(notice(app)).toContainText("Fixture that chats does not take images.");

  await app.getByLabel("Model").selectOption("fixture-vision");
  await expect(attach).toHaveAttribute("aria-disabled", "false");
  const png = await app.evaluate(redPicture);
  const choosing = app.waitForEvent("filechooser");
  await attach.click();
  const chooser = await choosing;
  await chooser.setFiles({ name: "red.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") });
  await expect(app.getByRole("list", { name: "Pictures to send" }).getByRole("img")).toHaveCount(1);
  await chooser.setFiles({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("not a picture") });
  await expect(notice(app)).toContainText("“no.png” cannot be read as a picture.");

  // Pasted beside it, and taken away again.
  await composer(app).evaluate((field, base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], "pasted.png", { type: "image/png" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, png);
  await button(app, "Remove picture 2").click();
  await expect(app.locator(".draft-image")).toHaveCount(1);

  await recordRequests(app);
  await ask(app, "What is this?");
  expect(await lastSentBody(app)).toMatchObject({
    model: "fixture-vision",
    messages: [
      { role: "user" },
      { role: "assistant" },
      {
        content: [
          { type: "image_url", image_url: { url: expect.stringMatching(/^data:image\/jpeg;base64,/) } },
          { type: "text", text: "What is this?" },
        ],
      },
    ],
  });
  await expect(replies(app).last()).toContainText("tokens/s");
  const picture = app.getByRole("img", { name: "Attached by you" });
  await expect(picture).toHaveAttribute("src", /^data:image\/jpeg;base64,/);
  const size = await picture.evaluate((image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error("It is no image.");
    return [image.naturalWidth, image.naturalHeight];
  });
  expect(size).toEqual([1_024, 512]);

  await app.reload();
  await expect(picture).toBeVisible();
  await app.getByLabel("Model").selectOption("fixture-chat");
  await expect(app.getByText("This model does not take images: those above are left out.")).toBeVisible();
});

/** A picture of 2,048 × 1,024 pixels, as the base64 of a PNG. */
async function redPicture(): Promise<string> {
  const canvas = document.createElement("canvas");
  canvas.width = 2_048;
  canvas.height = 1_024;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("There is no canvas.");
  context.fillStyle = "#d22";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}
