/** Replies of a hostile model: no script runs, nothing is fetched, and the app stays responsive. */
import type { Page } from "@playwright/test";
import { archiveFile, conversationOf } from "../../support/archives.ts";
import { HOSTILE_REPLIES } from "../../support/hostile-replies.ts";
import { expect, test } from "../../support/app-test.ts";

declare global {
  /** Set by a script of a reply, if one ran. */
  var ran: number | undefined;
  /** Violations that the page's policy blocked. */
  var violations: string[];
  /** The next request's reply, and the number of characters in each of its pieces. */
  var nextReply: { readonly text: string; readonly piece: number } | undefined;
}

/** Records everything that must not happen, starting before the page's first script. */
async function watch(page: Page, siteUrl: string): Promise<readonly string[]> {
  const happened: string[] = [];
  page.on("dialog", (dialog) => {
    happened.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(?:data|blob):/.test(url) && (!url.startsWith(siteUrl) || url.includes("leak"))) {
      happened.push(`request: ${url}`);
    }
  });
  page.on("popup", (popup) => void happened.push(`window: ${popup.url()}`));
  page.on("pageerror", (error) => void happened.push(`error: ${error.message}`));
  await page.addInitScript(() => {
    globalThis.violations = [];
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      globalThis.violations.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  return happened;
}

/** Everything that must not have happened in the page or be in its document. */
function forbiddenParts(): string[] {
  const found = [...globalThis.violations];
  if (globalThis.ran !== undefined) found.push("script");
  for (const element of document.querySelectorAll(".markdown *")) {
    const attributes = [...element.attributes];
    if (
      !/^(p|br|hr|strong|em|del|code|pre|blockquote|[uo]l|li|small|a|div|span|button|h[3-6]|table|thead|tbody|t[rhd])$/.test(
        element.localName,
      )
    )
      found.push(element.localName);
    for (const { name } of attributes) if (/^(on|style|src)/.test(name)) found.push(name);
    const href = element.getAttribute("href");
    if (href === null) continue;
    if (!/^(https?:|mailto:)/.test(href)) found.push(href);
    if (element.getAttribute("rel") !== "noopener noreferrer nofollow") found.push("rel");
    if (element.getAttribute("target") !== "_blank" || element.getAttribute("title") !== href)
      found.push("link");
  }
  return found;
}

async function expectQuiet(page: Page, happened: readonly string[]) {
  expect(await page.evaluate(forbiddenParts)).toEqual([]);
  expect(happened).toEqual([]);
}

// Each reply is a message, which together take minutes on a busy machine.
test.describe.configure({ timeout: 300_000 });

test("renders 100 hostile replies of a kept conversation, and runs and fetches nothing", async ({
  app,
  site,
}) => {
  expect(new Set(HOSTILE_REPLIES).size).toBe(100);
  const happened = await watch(app, site.url);
  await app.reload();
  const hostile = conversationOf(
    "Hostile",
    HOSTILE_REPLIES.map((reply, index) => [`Question ${index}`, reply]),
  );
  await app.getByLabel("File to import").setInputFiles(archiveFile([hostile]));
  await app.getByRole("link", { name: "Hostile", exact: true }).click();
  await expect(app.locator(".message .markdown").last()).toBeVisible();

  // Scroll from the end to the beginning, until each reply has been in view. Rows that turn out taller than estimated can
  // move the view past a row, so the walk turns back for one that it has missed.
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        const places = await app
          .locator('.message[data-role="assistant"]')
          .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("aria-posinset"))));
        places.forEach((place) => seen.add(place));
        await expectQuiet(app, happened);
        const messages = app.locator(".message");
        const isMissed = places.length > 0 && hasGapBelow(seen, Math.max(...places));
        // Messages outside the view are rendered before they are in it.
        await (isMissed ? messages.last() : messages.first()).evaluate((row) =>
          row.scrollIntoView({ block: "start" }),
        );
        return seen.size;
      },
      { intervals: [10], timeout: 90_000 },
    )
    .toBe(100);

  await app.getByRole("textbox", { name: "Message" }).fill("Still alive");
  await expect(app.getByRole("button", { name: "Send" })).toBeEnabled();
  expect(await app.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectQuiet(app, happened);
});

/** True if an unseen reply stands below `place`. Replies have the even places. */
function hasGapBelow(seen: ReadonlySet<number>, place: number): boolean {
  for (let below = place + 2; below <= 2 * HOSTILE_REPLIES.length; below += 2) {
    if (!seen.has(below)) return true;
  }
  return false;
}

/** A quarter of them by default, since each is a separate request. */
const STREAMED = HOSTILE_REPLIES.filter(
  (_, index) => process.env["INSITU_ALL"] !== undefined || index % 4 === 0,
);

test(`streams ${STREAMED.length} hostile replies, and runs and fetches nothing`, async ({ app, site }) => {
  const happened = await watch(app, site.url);
  // No model writes these on demand, so the response is replaced; everything from the SDK on is the app's.
  await app.addInitScript(() => {
    const real = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const asked = globalThis.nextReply;
      const url = input instanceof Request ? input.url : String(input);
      if (asked === undefined || !url.endsWith("/chat/completions")) return real(input, init);
      const frame = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      const pieces = asked.text.match(new RegExp(`[^]{1,${asked.piece}}`, "g")) ?? [];
      const body = pieces.map((content) => frame({ content }, null));
      const encoder = new TextEncoder();
      const stream = new ReadableStream<Uint8Array>({
        async pull(controller) {
          // Each piece in a separate task, as from a model.
          await new Promise((resolve) => setTimeout(resolve));
          const next = body.shift();
          controller.enqueue(encoder.encode(next ?? `${frame({}, "stop")}data: [DONE]\n\n`));
          if (next === undefined) controller.close();
        },
      });
      return new Response(stream, { headers: { "content-type": "text/event-stream" } });
    };
  });
  await app.reload();
  const composer = app.getByRole("textbox", { name: "Message" });
  for (const [index, text] of STREAMED.entries()) {
    await app.evaluate((reply) => void (globalThis.nextReply = reply), {
      text,
      piece: Math.max(7, Math.ceil(text.length / 12)),
    });
    await composer.fill(`Question ${index}`);
    await composer.press("Enter");
    const place = `[aria-posinset="${2 * index + 2}"][aria-busy="false"]`;
    // The first reply waits for the model.
    await expect(app.locator(place)).toBeAttached({ timeout: 180_000 });
    await expectQuiet(app, happened);
  }
});
