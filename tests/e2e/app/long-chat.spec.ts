/** 1,000 conversations and a long one take the page no more work than a few short ones. `npm run bench` measures times. */
import {
  beginReply,
  endReply,
  importConversations,
  openConversation,
  replaceReplies,
  scroll,
  type Title,
  type,
  writePieces,
} from "../../support/long-chat.ts";
import { expect, test } from "../../support/app-test.ts";
import { watchWork, type Work, workOf } from "../../support/work.ts";

/** Bound for the whole document, however many and long the conversations are. */
const MAX_ELEMENTS = 1_000;
const MAX_ROWS = 40;
/** Number of characters typed, of scroll steps and of pieces of a reply. */
const STEPS = 10;
/** DOM mutations per step beyond those in a conversation of 10 messages. */
const MAX_MORE_MUTATIONS = 1;

test("draws little of 1,000 conversations and one of 2,000 messages", async ({ app }) => {
  await importConversations(app);
  await openConversation(app, "Long");
  const count = () => app.evaluate(() => document.querySelectorAll("*").length);
  expect(await count()).toBeLessThan(MAX_ELEMENTS);
  for (const rows of [".message", ".conversation"]) {
    expect(await app.locator(rows).count()).toBeLessThan(MAX_ROWS);
  }
  await app.locator(".transcript-frame").evaluate((frame) => void (frame.scrollTop = frame.scrollHeight / 2));
  await expect(app.locator(".message").first()).toHaveAttribute("aria-posinset", /^(9|10)\d\d$/);
  expect(await count()).toBeLessThan(MAX_ELEMENTS);
  await app.locator(".conversations").evaluate((frame) => void (frame.scrollTop = frame.scrollHeight));
  await expect(app.getByRole("link", { name: "Kept 0", exact: true })).toBeVisible();
  expect(await count()).toBeLessThan(MAX_ELEMENTS);

  await replaceReplies(app);
  await watchWork(app);
  const workIn = async (title: Title): Promise<Record<string, Work>> => {
    await openConversation(app, title);
    const typing = await workOf(app, () => type(app, STEPS));
    const scrolling = await workOf(app, () => scroll(app, STEPS));
    await beginReply(app, title);
    const writing = await workOf(app, () => writePieces(app, STEPS));
    expect(await count(), title).toBeLessThan(MAX_ELEMENTS);
    await endReply(app, title);
    return { typing, scrolling, writing };
  };
  const short = await workIn("Short");
  const long = await workIn("Long");
  for (const [action, { mutations, reads }] of Object.entries(long)) {
    const few = short[action]?.mutations ?? 0;
    expect(reads, `reads for ${action}`).toBe(0);
    expect(mutations - few, `changes for ${action}`).toBeLessThanOrEqual(STEPS * MAX_MORE_MUTATIONS);
  }
  expect(long["scrolling"]?.mutations).toBeGreaterThan(0);
  expect(long["writing"]?.mutations).toBeGreaterThanOrEqual(STEPS);
});
