/**
 * Replies that must be equal, and replies that must differ. INSITU_PROMPTS is the number of prompts for which the
 * streamed reply is compared with the one that is not streamed: 5 by default, 50 at most.
 */
import { expect, test } from "../../support/test.ts";

const MODEL = "fixture-chat";
const COUNT = Number(process.env["INSITU_PROMPTS"] ?? 5);
const OPENINGS = ["Tell me about", "What is", "Who made", "Grüße:", "🌊"];
const TOPICS = [
  "rivers",
  "an old clock",
  "the price of tea",
  "日本語",
  "SELECT * FROM stars",
  "the moon and the tide",
  "<|im_end|>",
  "2 + 2",
  "the last train home",
  "bread",
];
/** Consecutive prompts differ in both parts. */
const PROMPTS = Array.from(
  { length: OPENINGS.length * TOPICS.length },
  (_, index) =>
    `${OPENINGS[(index + Math.floor(index / TOPICS.length)) % OPENINGS.length]} ${TOPICS[index % TOPICS.length]}`,
).slice(0, COUNT);

test(`a joined stream is the reply in one piece, ${PROMPTS.length} times`, async ({ connectedPage }) => {
  test.setTimeout(60_000 + PROMPTS.length * 10_000);
  expect(new Set(PROMPTS).size).toBe(COUNT);
  const replies: { readonly whole: string; readonly streamed: string }[] = [];
  for (const prompt of PROMPTS)
    replies.push(await connectedPage.evaluate(askTwice, { prompt, model: MODEL }));
  expect(replies.map(({ streamed }) => streamed)).toEqual(replies.map(({ whole }) => whole));
  expect(replies.filter(({ whole }) => whole === "")).toEqual([]);
  // Nearly as many different replies as prompts, so it is not one canned text that is compared.
  expect(new Set(replies.map(({ whole }) => whole)).size).toBeGreaterThan(0.8 * COUNT);
});

test("equal seeds are equal replies, and different seeds different ones", async ({ connectedPage }) => {
  const replies = async (seeds: readonly number[]): Promise<readonly string[]> =>
    await connectedPage.evaluate(askWithSeeds, { seeds, model: MODEL });
  expect(new Set(await replies([42, 42, 42, 42])).size).toBe(1);
  expect(new Set(await replies([1, 2, 3, 4])).size).toBe(4);
});

/** In the page. */
async function askTwice({ prompt, model }: { prompt: string; model: string }) {
  const request = { model, temperature: 0, messages: [{ role: "user" as const, content: prompt }] };
  const { choices } = await client.chat.completions.create(request);
  let streamed = "";
  for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) {
    streamed += chunk.choices[0]?.delta.content ?? "";
  }
  return { whole: choices[0]?.message.content ?? "", streamed };
}

/** In the page. */
async function askWithSeeds({ seeds, model }: { seeds: readonly number[]; model: string }) {
  const texts: string[] = [];
  for (const seed of seeds) {
    const { choices } = await client.chat.completions.create({
      model,
      seed,
      temperature: 1,
      messages: [{ role: "user", content: "Make something up." }],
    });
    texts.push(choices[0]?.message.content ?? "");
  }
  return texts;
}
