/** Images in a chat, as a person attaches and sends them. */
import { ask, expect, lastSentBody, recordRequests, test } from "../../support/app-test.ts";
import { button, composer, notice, replies } from "../../support/chat-locators.ts";

// The test changes the model, which takes a while on a busy machine.
test.describe.configure({ timeout: 300_000 });

test("images: attached where the model takes them, scaled, sent and shown", async ({ app }) => {
  await ask(app, "Hello");
  const attach = button(app, "Attach an image");
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
  await expect(app.getByRole("list", { name: "Images to send" }).getByRole("img")).toHaveCount(1);
  await chooser.setFiles({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("not a picture") });
  await expect(notice(app)).toContainText("“no.png” cannot be read as an image.");

  // A second picture is pasted, then removed.
  await composer(app).evaluate((field, base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], "pasted.png", { type: "image/png" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, png);
  await button(app, "Remove image 2").click();
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
    if (!(image instanceof HTMLImageElement)) throw new Error("The element is not an image.");
    return [image.naturalWidth, image.naturalHeight];
  });
  expect(size).toEqual([1_024, 512]);

  await app.reload();
  await expect(picture).toBeVisible();
  await app.getByLabel("Model").selectOption("fixture-chat");
  await expect(app.getByText("This model does not take images: those above are not sent.")).toBeVisible();
});

/** A picture of 2,048 × 1,024 pixels, as the base64 of a PNG. */
async function redPicture(): Promise<string> {
  const canvas = document.createElement("canvas");
  canvas.width = 2_048;
  canvas.height = 1_024;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("There is no 2D canvas.");
  context.fillStyle = "#d22";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}
