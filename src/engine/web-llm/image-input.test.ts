import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chatMl } from "../prompt/testing/conversations.ts";
import type { ChatConfig } from "./chat-config.ts";
import { readImageInput } from "./image-input.ts";

const config: ChatConfig = { conv_template: chatMl, presence_penalty: 0, frequency_penalty: 0 };
const countTokens = (text: string) => text.length;

describe("readImageInput", () => {
  it("adds up the embeddings and the tokens around them that a manifest states", () => {
    const file = "tests/fixtures/models/fixture-vision/resolve/main/mlc-model-manifest.json";
    const input = readImageInput(config, readFileSync(file, "utf8"), countTokens);
    expect(input?.tokens({ width: 5000, height: 1 })).toBe(18);
  });

  it("is undefined if the manifest has no images", () => {
    const inputs = { text: { processor: "tokenizer" } };
    const manifest = JSON.stringify({ tasks: { "chat.completions": { inputs } } });
    expect(readImageInput(config, manifest, countTokens)).toBeUndefined();
  });

  // As web-llm 0.2.86 counts them; the line break after each image is one more token.
  it.each([
    [336, 336, 2509],
    [1344, 1344, 2509],
    [1920, 1080, 2353],
    [1080, 1920, 1357],
  ])("counts Phi-3-vision's crops at %i x %i", (width, height, tokens) => {
    const input = readImageInput({ ...config, model_type: "phi3_v" }, undefined, countTokens);
    expect(input?.tokens({ width, height })).toBe(tokens + 1);
  });

  it("refuses an image that Phi-3-vision has no crops for", () => {
    const input = readImageInput({ ...config, model_type: "phi3_v" }, undefined, countTokens);
    expect(() => input?.tokens({ width: 10, height: 161 })).toThrow(/at most 16 times as high/);
    expect(input?.tokens({ width: 10, height: 160 })).toBeGreaterThan(0);
  });

  it("is undefined for other models without a manifest", () => {
    expect(readImageInput({ ...config, model_type: "llama" }, undefined, countTokens)).toBeUndefined();
  });
});
