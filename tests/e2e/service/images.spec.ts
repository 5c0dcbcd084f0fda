/** Images in requests of the stock SDK, to a model that takes them. */
import type { Page } from "@playwright/test";
import type { ChatCompletionContentPart } from "openai/resources";
import { connectPage } from "../../support/connected-page.ts";
import { expect, test } from "../../support/harness-test.ts";
import { BLUE, drawn, IMAGE_TOKENS, RED } from "../../support/images.ts";
import { damagedPngUrl, hugePngUrl, pngUrl } from "../../support/png.ts";

const model = "fixture-vision";
const red = pngUrl({}, RED);
const blue = pngUrl({}, BLUE);

const image = (url: string): ChatCompletionContentPart => ({ type: "image_url", image_url: { url } });
const text = (content: string): ChatCompletionContentPart => ({ type: "text", text: content });

interface Answer {
  readonly text: string | null | undefined;
  readonly promptTokens: number | undefined;
}

/** One reply to each user content, at temperature 0. */
function ask(page: Page, contents: readonly ChatCompletionContentPart[][]): Promise<Answer[]> {
  return page.evaluate(
    async ([id, questions]) => {
      await insitu.load(id);
      const answers = [];
      for (const content of questions) {
        const messages = [{ role: "user" as const, content }];
        const { choices, usage } = await client.chat.completions.create({
          model: id,
          temperature: 0,
          messages,
        });
        answers.push({ text: choices[0]?.message.content, promptTokens: usage?.prompt_tokens });
      }
      return answers;
    },
    [model, contents] as const,
  );
}

for (const engine of ["web-llm", "wllama"] as const) {
  test(`an image changes the reply, and counts as what it takes, on ${engine}`, async ({ tab, site }) => {
    const connectedPage = await connectPage(tab, site.url, engine);
    const question = text("What is this?");
    const [jpeg = "", webp = ""] = await drawn(connectedPage, ["image/jpeg", "image/webp"]);
    const gif = "data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=";
    const icon = new URL("icons/icon-192.png", site.url).href;
    const [none, first, again, other, before, both, turned, joined, striped, big, fetched, ...formats] =
      await ask(connectedPage, [
        [question],
        [question, image(red)],
        [question, image(red)],
        [question, image(blue)],
        [image(red), question],
        [image(red), text(" and "), image(blue), question],
        [image(blue), text(" and "), image(red), question],
        [image(red), image(blue), question],
        [question, image(pngUrl({ width: 2048 }, RED, BLUE))],
        // Larger than the model's input: it is scaled down to the same two stripes.
        [question, image(pngUrl({ width: 3000 }, RED, BLUE))],
        [question, image(icon)],
        ...[jpeg, webp, gif].map((url) => [question, image(url)]),
      ]);
    const answers = [none, first, other, before, both, turned, joined, striped, fetched];
    expect(new Set(answers.map((answer) => answer?.text)).size).toBe(answers.length);
    for (const answer of answers) expect(answer?.text).toMatch(/\S/);
    expect(again).toEqual(first);
    expect(big).toEqual(striped);

    const textTokens = none?.promptTokens ?? 0;
    expect(formats).toHaveLength(3);
    for (const answer of [first, other, before, striped, fetched, ...formats]) {
      expect(answer?.promptTokens).toBe(textTokens + IMAGE_TOKENS);
    }
    expect(joined?.promptTokens).toBe(textTokens + 2 * IMAGE_TOKENS);
    // The model's tokens are bytes.
    expect(both?.promptTokens).toBe(textTokens + " and ".length + 2 * IMAGE_TOKENS);

    const { streamed, whole } = await connectedPage.evaluate(
      async ([id, url]) => {
        const part = { type: "image_url", image_url: { url, detail: "low" } } as const;
        const messages = [
          { role: "user" as const, content: [part] },
          { role: "assistant" as const, content: "A colour." },
          { role: "user" as const, content: "Which one?" },
        ];
        const request = { model: id, temperature: 0, messages };
        const stream = client.chat.completions.stream({
          ...request,
          stream_options: { include_usage: true },
        });
        return {
          streamed: await stream.finalChatCompletion(),
          whole: await client.chat.completions.create(request),
        };
      },
      [model, red] as const,
    );
    expect(streamed.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
    // llama.cpp finds the prompt of the first reply again.
    const uncached = { ...whole.usage, prompt_tokens_details: expect.anything() };
    expect(streamed.usage).toEqual(uncached);
    await connectedPage.evaluate(() => insitu.settings.set({ engine: null }));
  });
}

test(
  "a reply about an image is web-llm's own to the same conversation",
  { tag: "@long" },
  async ({ harness }) => {
    const [ours, theirs] = await harness.evaluate(
      async ([id, url]) => {
        const prompt = { system: "You are a helpful assistant.", image: url, user: "What is this?" };
        const { adapterRunner, webLlmRunner } = globalThis.harnessModule;
        const runners = [await adapterRunner(id), await webLlmRunner(id)];
        const results = [];
        for (const runner of runners) {
          const { text: reply, promptTokens } = await runner.run(prompt, 128);
          results.push({ reply, promptTokens });
        }
        return results;
      },
      [model, pngUrl({}, RED, BLUE)] as const,
    );
    expect(ours?.promptTokens).toBeGreaterThan(IMAGE_TOKENS);
    expect(ours?.promptTokens).toBe(theirs?.promptTokens);
    expect(ours?.reply).toBe(theirs?.reply);
  },
);

test("an image at fault is refused by name, before the reply begins", async ({ connectedPage, site }) => {
  const at = (path: string) => new URL(path, site.url).href;
  const text64 = Buffer.from("This is no image.").toString("base64");
  const cases: readonly (readonly [url: string, message: RegExp])[] = [
    ["data:image/png;base64,iVBORw0KGgo*", /base64/],
    ["data:image/png;base64,iVBORw0KGgoAA", /base64/],
    [`data:text/plain;base64,${text64}`, /image\/png, image\/jpeg, image\/webp or image\/gif/],
    [`data:image/png;base64,${text64}`, /PNG, JPEG, WebP or GIF/],
    [damagedPngUrl(), /cannot be decoded/],
    [hugePngUrl(30_000), /at most 40 million pixels: it has 30000 x 30000/],
    [at("nothing.png"), /status 404/],
    [at("blank.html"), /text\/html/],
    [at("v1/models"), /status 401/],
    ["https://images.example/a.png", /own origin/],
    ["blob:https://images.example/1", /own origin/],
    ["/icons/icon-192.png", /absolute/],
  ];
  const errors = await connectedPage.evaluate(
    async ([id, urls]) => {
      await insitu.load(id);
      const found = [];
      for (const [index, url] of urls.entries()) {
        const content = [
          { type: "text" as const, text: "What is this?" },
          { type: "image_url" as const, image_url: { url } },
        ];
        const stream = index % 2 === 0;
        found.push(
          await client.chat.completions
            .create({
              model: id,
              stream,
              messages: [
                { role: "user", content: "Hi." },
                { role: "user", content },
              ],
            })
            .then(
              () => ({ status: 200, param: "", message: "" }),
              ({ status, param, message }) => ({ status, param, message }),
            ),
        );
      }
      return found;
    },
    [model, cases.map(([url]) => url)] as const,
  );
  for (const [index, [url, message]] of cases.entries()) {
    expect.soft(errors[index], url.slice(0, 60)).toEqual({
      status: 400,
      param: "messages[1].content[1].image_url.url",
      message: expect.stringMatching(message),
    });
  }
  const blind = await connectedPage.evaluate(
    (url) =>
      client.chat.completions
        .create({
          model: "fixture-chat",
          messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }],
        })
        .then(
          () => undefined,
          ({ status, param, message }) => ({ status, param, message }),
        ),
    red,
  );
  expect(blind).toEqual({
    status: 400,
    param: "messages[0].content[0]",
    message: expect.stringMatching(/'fixture-chat' takes no images/),
  });
  // The worker that decoded them still works.
  const [answer] = await ask(connectedPage, [[image(blue), text("And this?")]]);
  expect(answer?.text).toMatch(/\S/);
});
