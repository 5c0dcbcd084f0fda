/** The first chat in a new browser, and a chat without a network. */
import { expect, test } from "../../support/test.ts";
import { startSite } from "../../support/site.ts";

test("chats, keeps the conversation over a reload, and chats on offline", async ({ freshContext }) => {
  // A new browser compiles the model's shaders first, and again after the reload.
  test.setTimeout(240_000);
  const site = await startSite();
  const page = await freshContext.newPage();
  await page.goto(site.url);
  await expect(page.getByText(/downloads Fixture that chats once \(\d.* MB\)/)).toBeVisible();
  const composer = page.getByRole("textbox", { name: "Message" });
  await composer.fill("Hello from a person.");
  await composer.press("Enter");
  const said = page.locator("[data-role=user]");
  await expect(said).toContainText("Hello from a person.");
  const answers = page.locator("[data-role=assistant]");
  await expect(answers).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Stop the reply" })).toBeHidden({ timeout: 120_000 });
  await expect(answers.first()).not.toBeEmpty();

  await site.close();
  await page.reload();
  await expect(said).toContainText("Hello from a person.");
  await composer.fill("Are you still there?");
  await composer.press("Enter");
  await expect(answers).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Stop the reply" })).toBeHidden({ timeout: 120_000 });
  await expect(answers.nth(1)).not.toBeEmpty();
});
