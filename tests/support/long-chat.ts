/** A short and a very long conversation among 1,000, and a person's actions in them. */
import type { Page } from "@playwright/test";
import { archiveFile, conversationOf } from "./archives.ts";

/** Number of messages of each conversation, by title. */
export const LENGTHS = { Short: 10, Long: 2_000 } as const;
export type Title = keyof typeof LENGTHS;

const OTHERS = 998;

function exchange(index: number): readonly [string, string] {
  const words = `Paragraph of reply ${index}. `.repeat(12);
  return [
    `Question ${index}?`,
    `${words}\n\n- one\n- **two**\n\n\`\`\`js\nlet answer = ${index};\n\`\`\`\n\n${words}`,
  ];
}

const exchanges = (count: number) => Array.from({ length: count }, (_, index) => exchange(index));

/** Import the conversations, and older ones titled "Kept 0", "Kept 1", …. */
export async function importConversations(page: Page): Promise<void> {
  const others = Array.from({ length: OTHERS }, (_, index) =>
    conversationOf(`Kept ${index}`, [exchange(index)], index),
  );
  const file = archiveFile([
    ...others,
    conversationOf("Short", exchanges(LENGTHS.Short / 2), 2_001),
    conversationOf("Long", exchanges(LENGTHS.Long / 2), 2_002),
  ]);
  await page.getByLabel("File to import").setInputFiles(file);
  await page.getByText("1000 conversations were imported.").waitFor();
}

/** Open a conversation at its end, and wait until everything in view is rendered. */
export async function openConversation(page: Page, title: Title): Promise<void> {
  await page.getByRole("searchbox").fill(title);
  await page.getByRole("link", { name: title, exact: true }).click();
  await page.getByRole("searchbox").fill("");
  const length = LENGTHS[title];
  await page.locator(`.message[aria-setsize="${length}"][aria-posinset="${length}"] .code-block`).waitFor();
}

/** Type characters, waiting for a paint after each. */
export async function type(page: Page, characters: number): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).focus();
  for (let count = 0; count < characters; count += 1) {
    await page.keyboard.type("x");
    await drawn(page);
  }
}

/** Scroll up and down over the same range, by 100 pixels per frame. */
export async function scroll(page: Page, steps: number): Promise<void> {
  await page.locator(".transcript-frame").evaluate(async (frame, count) => {
    for (let step = 0; step < count; step += 1) {
      frame.scrollTop += step < count / 2 ? -100 : 100;
      await new Promise(requestAnimationFrame);
    }
  }, steps);
  await drawn(page);
}

/** Resolves once pending changes and their consequences are painted. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

declare global {
  /** Writes a piece of the reply under way; `null` ends the reply. */
  var writePiece: ((text: string | null) => void) | undefined;
}

/** Answer the page's requests for completions by `writePiece`, until the page is reloaded. */
export async function replaceReplies(page: Page): Promise<void> {
  await page.evaluate(() => {
    const real = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.endsWith("/chat/completions")) return real(input, init);
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          globalThis.writePiece = (content) => {
            const [delta, finish_reason] = content === null ? [{}, "stop"] : [{ content }, null];
            const frame = JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] });
            controller.enqueue(encoder.encode(`data: ${frame}\n\n`));
            if (content !== null) return;
            controller.enqueue(encoder.encode("data: [DONE]\n\n"));
            controller.close();
          };
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    };
  });
}

/** Send a message and wait until it is stored. The first message of a page may wait for the service. */
export async function beginReply(page: Page, title: Title): Promise<void> {
  const since = await page.evaluate(() => {
    globalThis.writePiece = undefined;
    return Date.now();
  });
  await page.getByRole("textbox", { name: "Message" }).fill("Go on.");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.writePiece !== undefined);
  await keptSince(page, title, since);
}

/** Wait until a change of the conversation is stored and shown in the app's list. */
async function keptSince(page: Page, title: Title, since: number): Promise<void> {
  await page.waitForFunction(updatedSince, [title, since] as const);
  await drawn(page);
}

async function updatedSince([title, since]: readonly [string, number]): Promise<boolean> {
  const settled = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settled(indexedDB.open("insitu-app"));
  try {
    const rows: { title: string; updatedAt: number }[] = await settled(
      database.transaction("conversations").objectStore("conversations").getAll(),
    );
    return rows.some((row) => row.title === title && row.updatedAt >= since);
  } finally {
    database.close();
  }
}

/** Write pieces of one word, waiting for a paint after each. */
export async function writePieces(page: Page, count: number): Promise<void> {
  for (let piece = 0; piece < count; piece += 1) {
    await page.evaluate(() => globalThis.writePiece?.("word "));
    await drawn(page);
  }
}

/** End the reply and wait until it is stored. */
export async function endReply(page: Page, title: Title): Promise<void> {
  const since = await page.evaluate(() => {
    globalThis.writePiece?.(null);
    return Date.now();
  });
  await page.getByRole("button", { name: "Stop the reply" }).waitFor({ state: "hidden" });
  await keptSince(page, title, since);
}
