import { ModelType, postInitAndCheckFieldsChatCompletion } from "@mlc-ai/web-llm";
import { describe, expect, it } from "vitest";
import { asMessages } from "./prompt-messages.ts";

const FILES = ["1", "2"].map((content) => new Blob([content], { type: "image/png" }));
const URLS = ["data:image/png;base64,MQ==", "data:image/png;base64,Mg=="];
const text = (content: string) => ({ type: "text", text: content }) as const;
const [first, second] = FILES.map((file) => ({ type: "image", file }) as const);
const [firstPart, secondPart] = URLS.map((url) => ({ type: "image_url", image_url: { url } }) as const);
if (!first || !second || !firstPart || !secondPart) throw new Error("two images are missing");

describe("asMessages", () => {
  // Images come first in every message, so both ways in which web-llm reads a message keep the order.
  it.each([
    [[text("A")], ["A"]],
    [
      [text("A"), first, text("B")],
      ["A", [firstPart, text("B")]],
    ],
    [
      [text("A"), first, second, text("B"), first, text("C")],
      ["A", [firstPart, secondPart, text("B")], [firstPart, text("C")]],
    ],
    [[first, text("A")], [[firstPart, text("A")]]],
    [
      [text("A"), first],
      ["A", [firstPart]],
    ],
  ])("keeps the order of the prompt (%#)", async (prompt, contents) => {
    const messages = await asMessages(prompt);
    expect(messages).toEqual(contents.map((content) => ({ role: "user", content })));
    expect(() =>
      postInitAndCheckFieldsChatCompletion({ messages }, "m", ModelType.LLM, new Set(["image"] as const)),
    ).not.toThrow();
  });
});
