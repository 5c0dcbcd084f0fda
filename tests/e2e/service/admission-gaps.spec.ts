/**
 * A reply goes on while hostile requests are admitted. The test prints the longest gaps between the reply's tokens,
 * which `docs/bench.md` lists. They depend on the machine, so it asserts no bound.
 */
import type { Page } from "@playwright/test";
import { openConnectedPage } from "../../support/connected-page.ts";
import { expect, test } from "../../support/test.ts";

declare global {
  /** Ends the replies that `keepReplying` opens. Gives the longest gap between two tokens of a reply, in milliseconds. */
  var stopReplying: () => Promise<{ longest: number; tokens: number }>;
}

const OVERFLOW = "context_length_exceeded";
const LONG = "fixture-length";
const SEEING = "fixture-vision";

const REQUESTS = [
  { kind: "no message", model: LONG, status: 400, code: null },
  { kind: "words", model: LONG, status: 400, code: OVERFLOW },
  { kind: "letters", model: LONG, status: 400, code: OVERFLOW },
  { kind: "as many letters as might fit", model: LONG, status: 400, code: OVERFLOW },
  { kind: "turns", model: LONG, status: 400, code: OVERFLOW },
  { kind: "system messages", model: LONG, status: 400, code: OVERFLOW },
  { kind: "parts", model: LONG, status: 400, code: OVERFLOW },
  { kind: "a schema of 4,000 constants", model: LONG, status: 200, code: null },
  { kind: "a schema that takes the whole budget", model: LONG, status: 400, code: null },
  { kind: "an image that claims to be huge", model: SEEING, status: 400, code: null },
  { kind: "an image of 39 million pixels", model: SEEING, status: 200, code: null },
] as const;

test("a reply goes on while hostile requests are admitted", async ({ freshContext, site }) => {
  const reading = await openConnectedPage(freshContext, site.url);
  const sending = await openConnectedPage(freshContext, site.url);
  // Pay one-time costs, such as fetching the other model's files, before measuring.
  for (const model of [SEEING, LONG]) await reading.evaluate((id) => insitu.load(id), model);
  for (const { kind, model, status, code } of REQUESTS) {
    await prepare(sending, kind, model);
    await reading.evaluate(keepReplying, LONG);
    const answer = await sending.evaluate(() => globalThis.sendPrepared());
    const { longest, tokens } = await reading.evaluate(() => globalThis.stopReplying());
    console.log(`${kind}: longest gap ${Math.round(longest)} ms over ${tokens} tokens`);
    expect({ kind, ...answer }).toEqual({ kind, status, code });
    expect(tokens).toBeGreaterThan(0);
  }
});

declare global {
  /** Sends the body that `prepare` made, and aborts the request once it is admitted. */
  var sendPrepared: () => Promise<{ status: number; code: string | null }>;
}

/** In the page: opens replies one after the other, and measures the time between tokens. */
async function keepReplying(model: string): Promise<void> {
  const stop = new AbortController();
  let longest = 0;
  let tokens = 0;
  const messages = [{ role: "user" as const, content: "Go on." }];
  const open = () => client.chat.completions.create({ model, stream: true, messages });
  let first = () => {};
  const begun = new Promise<void>((resolve) => {
    first = resolve;
  });
  const ended = (async () => {
    while (!stop.signal.aborted) {
      let last: number | undefined;
      for await (const chunk of await open()) {
        if (!chunk.choices[0]?.delta.content) continue;
        const now = performance.now();
        if (last !== undefined) longest = Math.max(longest, now - last);
        last = now;
        tokens += 1;
        first();
      }
    }
  })();
  await begun;
  longest = 0;
  globalThis.stopReplying = async () => {
    stop.abort();
    await ended;
    return { longest, tokens };
  };
}

/** Makes a body in the page before it is sent. */
async function prepare(page: Page, kind: (typeof REQUESTS)[number]["kind"], model: string): Promise<void> {
  await page.evaluate(
    async ([what, id]) => {
      const MANY = 80_000;
      const repeat = (make: (index: number) => unknown, count = MANY) =>
        Array.from({ length: count }, (_, at) => make(at));
      const user = (content: unknown) => [{ role: "user", content }];
      const image = (url: string) => user([{ type: "image_url", image_url: { url } }]);
      const drawn = async () => {
        const canvas = new OffscreenCanvas(6500, 6000);
        canvas.getContext("2d")?.fillRect(0, 0, 3000, 3000);
        const blob = await canvas.convertToBlob({ type: "image/jpeg" });
        return new Promise<string>((resolve) => {
          const file = new FileReader();
          file.addEventListener("load", () => resolve(typeof file.result === "string" ? file.result : ""));
          file.readAsDataURL(blob);
        });
      };
      /** The header of a PNG file of 50,000 by 50,000 pixels, followed by 10 MB. */
      const huge = () => {
        const header = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xC3\x50\0\0\xC3\x50\b\x02\0\0\0";
        return `data:image/png;base64,${btoa(header + "\0".repeat(10_000_000))}`;
      };
      const make = {
        "no message": () => [],
        words: () => user("lorem ipsum ".repeat(1_600_000)),
        letters: () => user("a".repeat(19_000_000)),
        "as many letters as might fit": () => user("ab".repeat(40_000)),
        turns: () => repeat((at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: "a" })),
        "system messages": () => [...repeat(() => ({ role: "system", content: "a" })), ...user("a")],
        parts: () => user(repeat(() => ({ type: "text", text: "a" }))),
        "a schema of 4,000 constants": () => user("a"),
        "a schema that takes the whole budget": () => user("a"),
        "an image that claims to be huge": () => image(huge()),
        "an image of 39 million pixels": async () => image(await drawn()),
      }[what];
      const property = (at: number): [string, object] => [`property ${at}`, { type: "string" }];
      const schemas: Partial<Record<typeof what, object>> = {
        "a schema of 4,000 constants": { oneOf: repeat((at) => ({ const: at }), 4_000) },
        "a schema that takes the whole budget": {
          type: "object",
          properties: Object.fromEntries(Array.from({ length: 1_900 }, (_, at) => property(at))),
        },
      };
      const schema = schemas[what];
      const format = schema && { type: "json_schema", json_schema: { name: "s", schema } };
      const body = JSON.stringify({
        model: id,
        stream: true,
        messages: await make(),
        ...(format && { response_format: format }),
      });
      globalThis.sendPrepared = async () => {
        const given = new AbortController();
        const response = await insitu.fetch(`${insitu.baseURL}/chat/completions`, {
          method: "POST",
          headers: { authorization: `Bearer ${client.apiKey}`, "content-type": "application/json" },
          body,
          signal: given.signal,
        });
        const { status } = response;
        if (!response.ok) return { status, code: (await response.json()).error.code };
        given.abort();
        return { status, code: null };
      };
    },
    [kind, model] as const,
  );
}
