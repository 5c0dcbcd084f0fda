/** The app's chat: typing and scrolling in a very long conversation, compared with a short one. */
import type { Page } from "@playwright/test";
import { importConversations, openConversation, scroll, type Title, type } from "../support/long-chat.ts";
import { mainThreadOf } from "./main-thread.ts";
import type { AppReport } from "./report.ts";

/** Characters typed or steps scrolled per figure. */
const STEPS = 40;
const ACTIONS = { typing: type, scrolling: scroll } as const;

/** Each round measures both conversations in turn; a first round warms up and does not count. */
export async function measureApp(page: Page, url: string, rounds: number): Promise<AppReport> {
  await page.goto(`${url}#/chat`);
  await importConversations(page);
  const mainThread = await mainThreadOf(page);
  /** Main-thread time of each action, in seconds. */
  async function timesIn(title: Title): Promise<{ typing: number; scrolling: number }> {
    await openConversation(page, title);
    const work = (action: keyof typeof ACTIONS) => mainThread.work(() => ACTIONS[action](page, STEPS));
    const times = { typing: await work("typing"), scrolling: await work("scrolling") };
    await page.getByRole("textbox", { name: "Message" }).fill("");
    return times;
  }
  const ratios: { typing: number[]; scrolling: number[] } = { typing: [], scrolling: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const short = await timesIn("Short");
    const long = await timesIn("Long");
    if (round === 0) continue;
    ratios.typing.push(long.typing / short.typing);
    ratios.scrolling.push(long.scrolling / short.scrolling);
  }
  return ratios;
}
