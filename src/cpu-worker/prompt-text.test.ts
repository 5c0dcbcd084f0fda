import { expect, it } from "vitest";
import { promptText } from "./prompt-text.ts";

const MARKER = "<__media_a1b2__>";
const image = new Blob(["pixels"]);

it("has a marker in place of each image", () => {
  expect(promptText(["A", image, "B", image, image], MARKER)).toBe(`A${MARKER}B${MARKER}${MARKER}`);
});

it("breaks the marker in texts", () => {
  const text = promptText([`$&${MARKER}${MARKER}`, image], MARKER);
  expect(text.split(MARKER)).toHaveLength(2);
  expect(text.replaceAll("\u200B", "")).toBe(`$&${MARKER}${MARKER}${MARKER}`);
});

it("replaces halves of characters, which break llama.cpp's parser", () => {
  expect(promptText(["a\uD83Db 🦊"], MARKER)).toBe("a\uFFFDb 🦊");
});
