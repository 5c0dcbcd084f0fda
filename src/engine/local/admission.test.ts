import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { configSchema } from "../../config/schema.ts";
import type { Conversation } from "../../openai/conversation.ts";
import { ImageError } from "../image/image-error.ts";
import { xgrammarDialect } from "../grammar/ebnf/xgrammar-dialect.ts";
import type { LoadImage } from "../image/load-image.ts";
import { userTurn, withTurns } from "../prompt/testing/conversations.ts";
import { admit } from "./admission.ts";
import { createWebLlmPromptBuilder } from "../web-llm/web-llm-prompt-builder.ts";

const FOLDER = "tests/fixtures/models/fixture-vision/resolve/main";
const read = (name: string) => readFileSync(`${FOLDER}/${name}`, "utf8");
const config = read("mlc-chat-config.json");
const tokenizer = read("tokenizer.json");
const withImages = createWebLlmPromptBuilder(config, tokenizer, read("mlc-model-manifest.json"));
const textOnly = createWebLlmPromptBuilder(config, tokenizer);
const { models } = configSchema.parse(JSON.parse(readFileSync("tests/fixtures/insitu.config.json", "utf8")));
const IMAGE_TOKENS = 18;

const text = (content: string) => ({ type: "text", text: content }) as const;
const image = (url: string) => ({ type: "image", url, field: `field of ${url}` }) as const;
const asking = (...content: (ReturnType<typeof text> | ReturnType<typeof image>)[]): Conversation =>
  withTurns({ role: "user", content });

function setUp({ promptBuilder = withImages, contextLength = 2048 } = {}) {
  const [model] = models;
  if (model === undefined) throw new Error("no fixture model");
  const asked: string[] = [];
  const controller = new AbortController();
  const loadImage: LoadImage = async (url) => {
    asked.push(url);
    if (url === "never") await new Promise(() => {});
    if (url.startsWith("bad")) throw new ImageError("must be better");
    return { file: new Blob([`pixels of ${url}`]), width: 1, height: 1 };
  };
  return {
    asked,
    controller,
    admit: (conversation: Conversation) =>
      admit({
        model: { ...model, context_length: contextLength },
        conversation,
        promptBuilder,
        grammarDialect: xgrammarDialect,
        loadImage,
        signal: controller.signal,
      }),
  };
}

describe("admission of images", () => {
  it("keeps them in place in the prompt, and joins the text between two of them", async () => {
    const { asked, admit: ask } = setUp();
    const { prompt } = await ask(
      withTurns(
        { role: "user", content: [text("A"), text("B"), image("1"), image("2"), text("C")] },
        { role: "assistant", content: "D", tool_calls: [] },
        { role: "user", content: [image("1")] },
      ),
    );
    // oxlint-disable-next-line no-control-regex -- markers begin with a control character
    const marker = /\u0001m[0-9a-f]{32}x\d{7}/g;
    const pieces = prompt.map(async (piece) =>
      piece.type === "text" ? piece.text.replace(marker, "#") : piece.file.text(),
    );
    expect(await Promise.all(pieces)).toEqual([
      "#user\nAB",
      "pixels of 1",
      "pixels of 2",
      "C#\n#assistant\nD#\n#user\n",
      "pixels of 1",
      "#\n#assistant\n",
    ]);
    expect(asked).toEqual(["1", "2"]);
  });

  it("adds their tokens to those of the text", async () => {
    const { admit: ask } = setUp();
    const { promptTokens } = await ask(asking(text("AB")));
    expect((await ask(asking(text("A"), image("1"), text("B")))).promptTokens).toBe(
      promptTokens + IMAGE_TOKENS,
    );
    const two = asking(image("1"), text("A"), image("1"), text("B"));
    expect((await ask(two)).promptTokens).toBe(promptTokens + 2 * IMAGE_TOKENS);
  });

  it("joins all text of a prompt without images", async () => {
    const [first, second] = await Promise.all(
      [withImages, textOnly].map((promptBuilder) =>
        setUp({ promptBuilder }).admit(withTurns(userTurn("Hi"), userTurn("Ho"))),
      ),
    );
    expect(first?.prompt).toHaveLength(1);
    expect(second?.promptTokens).toBe(first?.promptTokens);
  });

  it("names the field of the image at fault, and loads none after it", async () => {
    const { asked, admit: ask } = setUp();
    await expect(ask(asking(image("1"), image("bad"), image("2")))).rejects.toMatchObject({
      code: "invalid",
      param: "field of bad",
      message: "'field of bad' must be better.",
    });
    expect(asked).toEqual(["1", "bad"]);
  });

  it.each([
    ["a model without images", asking(image("1")), { promptBuilder: textOnly }, "invalid", "field of 1"],
    [
      "17 images in a request",
      asking(...Array.from({ length: 17 }, (_, index) => image(String(index)))),
      {},
      "invalid",
      "field of 16",
    ],
    [
      "a prompt that is too long",
      asking(text("x".repeat(90)), image("1")),
      { contextLength: 100 },
      "context-overflow",
      "messages",
    ],
    [
      "a schema that cannot be enforced",
      { ...asking(image("1")), tools: [{ name: "f", parameters: { properties: { a: { not: {} } } } }] },
      {},
      "invalid",
      "tools[0].function.parameters",
    ],
  ])("loads no image for %s", async (_, conversation, options, code, param) => {
    const { asked, admit: ask } = setUp(options);
    await expect(ask(conversation)).rejects.toMatchObject({ code, param });
    expect(asked).toEqual([]);
  });

  it("refuses images that do not fit into the context", async () => {
    const room = (await setUp().admit(asking(text("A")))).promptTokens + IMAGE_TOKENS;
    const tight = setUp({ contextLength: room });
    await expect(tight.admit(asking(text("A"), image("1")))).rejects.toMatchObject({
      code: "context-overflow",
    });
    await expect(
      setUp({ contextLength: room + 1 }).admit(asking(text("A"), image("1"))),
    ).resolves.toBeDefined();
  });

  it("is cancelled while an image is loading", async () => {
    const { controller, admit: ask } = setUp();
    const admission = expect(ask(asking(image("never")))).rejects.toMatchObject({ code: "cancelled" });
    controller.abort();
    await admission;
  });
});
