import { expect, it } from "vitest";
import { openGguf } from "./reader.ts";
import { float32s, ggufBytes, writeTestFile } from "./test-gguf.ts";
import { randomQ4 } from "./test-matrices.ts";

const norm = { name: "norm", dimensions: [3], type: 0, bytes: float32s([1, -2, 0.5]) };

it("gives each tensor's own bytes, in any order", async () => {
  const { blocks } = randomQ4(2, 64, 1);
  const matrix = { name: "matrix", dimensions: [64, 2], type: 3, bytes: blocks };
  const gguf = await openGguf(writeTestFile("model.gguf", ggufBytes({ tensors: [norm, matrix] })));
  try {
    const [first, second] = [gguf.located.get("norm"), gguf.located.get("matrix")];
    if (!first || !second) throw new Error("a tensor is missing");
    expect(await gguf.read(second)).toEqual(blocks);
    expect(Buffer.from(await gguf.read(first))).toEqual(norm.bytes);
  } finally {
    await gguf.close();
  }
});

it("names the file that is none", async () => {
  const path = writeTestFile("model.gguf", "<html>…");
  await expect(openGguf(path)).rejects.toThrow(`${path} is not a GGUF file: it does not start with "GGUF"`);
});
