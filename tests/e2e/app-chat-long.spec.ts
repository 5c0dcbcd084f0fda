/** 1,000 conversations and a long one cost the page as little as a few short ones. */
import type { Page } from "@playwright/test";
import { archiveFile, conversationOf } from "./support/archives.ts";
import { type MainThread, mainThreadOf, median } from "./support/main-thread.ts";
import { expect, test } from "./support/app-test.ts";

/** Of the whole document, whatever is kept and however long a conversation is. */
const MOST_ELEMENTS = 1_000;
const MOST_ROWS = 40;
/** How much longer than in a short conversation anything may take. */
const FACTOR = 1.5;
const ROUNDS = 9;
const STEPS = 40;

function exchange(index: number): readonly [string, string] {
  const words = `Paragraph of reply ${index}. `.repeat(12);
  return [
    `Question ${index}?`,
    `${words}\n\n- one\n- **two**\n\n\`\`\`js\nlet answer = ${index};\n\`\`\`\n\n${words}`,
  ];
}
const exchanges = (count: number) => Array.from({ length: count }, (_, index) => exchange(index));

const open = async (page: Page, title: string, count: number) => {
  await page.getByRole("searchbox").fill(title);
  await page.getByRole("link", { name: title, exact: true }).click();
  await page.getByRole("searchbox").fill("");
  await expect(page.locator(".message").last()).toHaveAttribute("aria-posinset", `${count}`);
  await expect(page.locator(".message .code-block").last()).toBeVisible();
};

async function type(page: Page) {
  await page.getByRole("textbox", { name: "Message" }).focus();
  await page.keyboard.type("x".repeat(STEPS));
}

/** Back and forth over the same stretch, a frame for each step. */
async function scroll(page: Page) {
  await page.locator(".transcript-frame").evaluate(async (frame, steps) => {
    for (let step = 0; step < steps; step++) {
      frame.scrollTop += step < steps / 2 ? -100 : 100;
      await new Promise(requestAnimationFrame);
    }
  }, STEPS);
}

test("stays small and quick with 1,000 conversations and one of 2,000 messages", async ({ app }) => {
  const many = Array.from({ length: 998 }, (_, index) =>
    conversationOf(`Kept ${index}`, [exchange(index)], index),
  );
  const file = archiveFile([
    ...many,
    conversationOf("Short", exchanges(5), 2_000),
    conversationOf("Long", exchanges(1_000), 2_001),
  ]);
  await app.getByLabel("File to import").setInputFiles(file);
  await expect(app.getByText("1000 conversations were imported.")).toBeVisible();

  await open(app, "Long", 2_000);
  const count = () => app.evaluate(() => document.querySelectorAll("*").length);
  expect(await count()).toBeLessThan(MOST_ELEMENTS);
  for (const rows of [".message", ".conversation"]) {
    expect(await app.locator(rows).count()).toBeLessThan(MOST_ROWS);
  }
  await app.locator(".transcript-frame").evaluate((frame) => void (frame.scrollTop = frame.scrollHeight / 2));
  await expect(app.locator(".message").first()).toHaveAttribute("aria-posinset", /^(9|10)\d\d$/);
  expect(await count()).toBeLessThan(MOST_ELEMENTS);
  await app.locator(".conversations").evaluate((frame) => void (frame.scrollTop = frame.scrollHeight));
  await expect(app.getByRole("link", { name: "Kept 0", exact: true })).toBeVisible();
  expect(await count()).toBeLessThan(MOST_ELEMENTS);

  const mainThread = await mainThreadOf(app);
  for (const action of [type, scroll]) {
    const ratio = await ratioOf(app, mainThread, action);
    test.info().annotations.push({ type: `ratio of ${action.name}`, description: ratio.toFixed(2) });
    expect(ratio, action.name).toBeLessThan(FACTOR);
  }
});

/** What an action takes in the long conversation, in terms of what it takes in the short one. */
async function ratioOf(page: Page, mainThread: MainThread, action: (page: Page) => Promise<void>) {
  const taken = { Short: [] as number[], Long: [] as number[] };
  for (const [title, messages] of [
    ["Short", 10],
    ["Long", 2_000],
  ] as const) {
    await open(page, title, messages);
    await action(page);
    for (let round = 0; round < ROUNDS; round++) {
      await page.getByRole("textbox", { name: "Message" }).fill("");
      taken[title].push(await mainThread.work(() => action(page)));
    }
    await page.getByRole("textbox", { name: "Message" }).fill("");
  }
  return median(taken.Long) / median(taken.Short);
}
