/** One conversation in the app, with the real engine and the fixture models. */
import { ask, expect, lastSentBody, recordRequests, replied, test } from "../../support/app-test.ts";
import { button, composer, notice, replies, said, titles } from "../../support/chat-locators.ts";

// The test changes the model, which takes a while on a busy machine.
test.describe.configure({ timeout: 300_000 });

test("a conversation: send, stop, regenerate, edit, settings, copy", async ({ app }) => {
  await recordRequests(app);
  await app.context().grantPermissions(["clipboard-read", "clipboard-write"]);

  await test.step("an example becomes the first message", async () => {
    await expect(app.getByRole("heading", { name: "A language model in your browser" })).toBeVisible();
    await expect(app.getByText(/nothing you write leaves it/)).toBeVisible();
    await expect(app.locator(".example")).toHaveCount(4);
    await app.locator(".example").first().click();
    await replied(app);
    await expect(replies(app)).toContainText(/\d+ tokens · [\d.,]+ tokens\/s · first after [\d.]+ s/);
    await expect(app).toHaveURL(/#\/chat\/[\w-]{36}$/);
    await expect(titles(app)).toHaveText(["Explain what a service worker does, in three sentences."]);
  });

  await test.step("settings of the conversation reach the model, and invalid ones are refused", async () => {
    await button(app, "Chat settings").click();
    const dialog = app.getByRole("dialog", { name: "Chat settings" });
    await dialog.getByLabel("System prompt").fill("Be brief.");
    await dialog.getByLabel("Temperature").fill("9");
    await dialog.getByLabel("Seed").fill("7");
    await dialog.getByLabel("Stop sequences").fill("ZZZ\nYYY");
    await button(app, "Save").click();
    const error = dialog.getByText("“9” is not a number from 0 to 2.");
    await expect(error).toBeVisible();
    // `--problem` of the light theme.
    await expect(error).toHaveCSS("color", "rgb(164, 38, 44)");
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
    await expect(app.getByText("This message and the 3 messages after it are replaced")).toBeVisible();
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

  await test.step("Escape stops a reply and keeps the part that has arrived", async () => {
    await app.getByLabel("Model").selectOption("fixture-length");
    await composer(app).fill("Go on for long");
    await app.keyboard.press("Enter");
    await expect(app.locator(".markdown.writing")).toContainText(/\w/, { timeout: 60_000 });
    await app.keyboard.press("Escape");
    await expect(replies(app).last()).toContainText("Stopped.");
    await expect(replies(app).last().locator(".markdown")).toContainText(/\w/);
    await expect(app.getByText("The reply was stopped.")).toBeAttached();
  });

  await test.step("messages can be copied and survive a reload", async () => {
    await said(app).last().hover();
    await button(app, "Copy message").last().click();
    expect(await app.evaluate(() => navigator.clipboard.readText())).toBe("Go on for long");
    await app.reload();
    await expect(said(app)).toHaveText([/^Explain/, "Second question", "Go on for long"]);
    await expect(app.getByLabel("Model")).toHaveValue("fixture-length");
  });
});
