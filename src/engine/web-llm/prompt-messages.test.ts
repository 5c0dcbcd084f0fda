import { ModelType, postInitAndCheckFieldsChatCompletion } from "@mlc-ai/web-llm";
import { describe, expect, it } from "vitest";
import { asMessages } from "./prompt-messages.ts";

const URLS = ["data:image/png;base64,1", "data:image/png;base64,2"];
const text = (content: string) => ({ type: "text", text: content }) as const;
const [first, second] = URLS.map((url) => ({ type: "image", url }) as const);
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
  ])("keeps the order of the prompt (%#)", (prompt, contents) => {
    const messages = asMessages(prompt);
    expect(messages).toEqual(contents.map((content) => ({ role: "user", content })));
    expect(() =>
      postInitAndCheckFieldsChatCompletion({ messages }, "m", ModelType.LLM, new Set(["image"] as const)),
    ).not.toThrow();
  });
});
