/** Images on the CPU engine: the projector's tokens, the kept prefix, cancelling, and models without a projector. */
import type { Page } from "@playwright/test";
import type { ChatCompletionContentPart } from "openai/resources";
import { connectPage } from "../../support/connected-page.ts";
import { BLUE, IMAGE_TOKENS, RED } from "../../support/images.ts";
import { pngUrl } from "../../support/png.ts";
import { expect, test as base } from "../../support/test.ts";

const MODEL = "fixture-vision";
const image = (...colours: Parameters<typeof pngUrl>[1][]): ChatCompletionContentPart => ({
  type: "image_url",
  image_url: { url: pngUrl({}, ...colours) },
});
const text = (content: string): ChatCompletionContentPart => ({ type: "text", text: content });

const test = base.extend<{ readonly cpu: Page }>({
  cpu: async ({ tab, site }, use) => {
    const page = await connectPage(tab, site.url, "wllama");
    await use(page);
    await page.evaluate(() => insitu.settings.set({ engine: null }));
  },
});

interface Answer {
  readonly text: string | null | undefined;
  readonly promptTokens: number | undefined;
  readonly cachedTokens: number | undefined;
}

/** One reply to each user content, at temperature 0. */
function ask(page: Page, contents: readonly ChatCompletionContentPart[][]): Promise<Answer[]> {
  return page.evaluate(
    async ([model, questions]) => {
      const answers = [];
      for (const content of questions) {
        const { choices, usage } = await client.chat.completions.create({
          model,
          temperature: 0,
          messages: [{ role: "user" as const, content }],
        });
        answers.push({
          text: choices[0]?.message.content,
          promptTokens: usage?.prompt_tokens,
          cachedTokens: usage?.prompt_tokens_details?.cached_tokens,
        });
      }
      return answers;
    },
    [MODEL, contents] as const,
  );
}

test("client text stays text, though it spells what llama.cpp takes for an image", async ({ cpu }) => {
  // llama.cpp's default marker, the form of its random one, and the tokens that it puts around an image.
  const forged = [
    "<__media__>",
    "<__media_0123456789abcdefghijABCDEFGHIJ01__>",
    "<start_of_image>",
    "<end_of_image>",
  ];
  const [plain, shown, ...answers] = await ask(cpu, [
    [text("A")],
    [text("A"), image(RED)],
    ...forged.flatMap((name) => [[text(`A${name}`)], [text(`A${name}`), image(RED)]]),
  ]);
  const base = plain?.promptTokens ?? 0;
  expect(shown?.promptTokens).toBe(base + IMAGE_TOKENS);
  // The model's tokens are bytes. The zero-width space that breaks the name of a token has three.
  const lengths = forged.map((name) => name.length + (name.endsWith("_of_image>") ? 3 : 0));
  expect(answers.map((answer) => answer.promptTokens)).toEqual(
    lengths.flatMap((length) => [base + length, base + length + IMAGE_TOKENS]),
  );
  for (const answer of answers) expect(answer.text).toMatch(/\S/);
});

test("an image that llama.cpp has seen needs no prefill, and another in its place does", async ({ cpu }) => {
  const [first, again, other, longer] = await ask(cpu, [
    [image(RED, BLUE), text("And what do you see in this one?")],
    [image(RED, BLUE), text("And what do you see in this one?")],
    [image(BLUE, RED), text("And what do you see in this one?")],
    [image(BLUE, RED), text("And what do you see in this one? Answer at once.")],
  ]);
  const total = first?.promptTokens ?? 0;
  expect(again).toEqual({ ...first, cachedTokens: total - 1 });
  expect(other?.text).not.toBe(first?.text);
  // Up to the image, and with it.
  expect(other?.cachedTokens).toBeLessThan(total - IMAGE_TOKENS);
  expect(longer?.cachedTokens).toBeGreaterThan(IMAGE_TOKENS + (other?.cachedTokens ?? Infinity));
});

test("a cancelled reply about images leaves the model as it was", async ({ cpu }) => {
  const question = [image(RED), text(" and "), image(BLUE), text("?")];
  const [before] = await ask(cpu, [question]);
  await cpu.evaluate(
    async ([model, content]) => {
      const messages = [{ role: "user" as const, content: [...content] }];
      // The first part is the role, which comes before the prefill.
      for (const parts of [1, 1, 3]) {
        const stream = await client.chat.completions.create({
          model,
          stream: true,
          temperature: 1,
          messages,
        });
        const chunks = stream[Symbol.asyncIterator]();
        for (let index = 0; index < parts; index += 1) await chunks.next();
        // Ends the request.
        await chunks.return?.();
      }
    },
    [MODEL, question] as const,
  );
  const [after] = await ask(cpu, [question]);
  expect(after).toMatchObject({ text: before?.text, promptTokens: before?.promptTokens });
});

test("a model without a projector refuses images, and one with it comes back after it", async ({ cpu }) => {
  const [before] = await ask(cpu, [[image(RED), text("What is this?")]]);
  const refused = await cpu.evaluate(async (part) => {
    await insitu.load("fixture-chat");
    return client.chat.completions
      .create({ model: "fixture-chat", messages: [{ role: "user", content: [part] }] })
      .then(
        () => undefined,
        ({ status, param, message }) => ({ status, param, message }),
      );
  }, image(RED));
  expect(refused).toEqual({
    status: 400,
    param: "messages[0].content[0]",
    message: expect.stringMatching(/'fixture-chat' takes no images/),
  });
  const [after] = await ask(cpu, [[image(RED), text("What is this?")]]);
  expect(after?.text).toBe(before?.text);
});
