import { describe, expect, it } from "vitest";
import { openGguf } from "./reader.ts";
import { float32s, ggufBytes, type TestGguf, writeTestFile } from "./test-gguf.ts";
import { randomQ4 } from "./test-matrices.ts";

const norm = { name: "norm", dimensions: [3], type: 0, bytes: float32s([1, -2, 0.5]) };

async function openBytes(bytes: Uint8Array) {
  return openGguf(writeTestFile("model.gguf", bytes));
}

async function failure(bytes: Uint8Array): Promise<string> {
  const error: unknown = await openBytes(bytes).then(
    (gguf) => gguf.close(),
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error.message : "opened";
}

describe("openGguf", () => {
  it("reads metadata of every kind", async () => {
    const metadata: TestGguf["metadata"] = {
      "general.architecture": { string: "llama – ü" },
      count: { uint32: 4_000_000_000 },
      epsilon: { float32: 0.5 },
      flag: { bool: true },
      long: { uint64: 2n ** 60n },
      tokens: { strings: ["", "Ġa", "🙂"] },
      kinds: { int32s: [1, -3] },
    };
    const gguf = await openBytes(ggufBytes({ metadata }));
    await gguf.close();
    expect(Object.fromEntries(gguf.metadata)).toEqual({
      "general.architecture": "llama – ü",
      count: 4_000_000_000,
      epsilon: 0.5,
      flag: true,
      long: 2n ** 60n,
      tokens: ["", "Ġa", "🙂"],
      kinds: [1, -3],
    });
  });

  it("reads metadata that is longer than the window it is read through", async () => {
    const strings = Array.from({ length: 100_000 }, (_, i) => `token ${i}`);
    const gguf = await openBytes(ggufBytes({ metadata: { tokens: { strings } } }));
    await gguf.close();
    expect(gguf.metadata.get("tokens")).toEqual(strings);
  });

  it("gives each tensor's own bytes, in any order", async () => {
    const { blocks } = randomQ4(2, 64, 1);
    const matrix = { name: "matrix", dimensions: [64, 2], type: 3, bytes: blocks };
    const gguf = await openBytes(ggufBytes({ tensors: [norm, matrix] }));
    try {
      const [first, second] = [gguf.tensors.get("norm"), gguf.tensors.get("matrix")];
      if (!first || !second) throw new Error("a tensor is missing");
      expect(second).toMatchObject({ type: "Q4_1", columns: 64, rows: 2, bytes: 80 });
      expect(await gguf.read(second)).toEqual(blocks);
      expect(Buffer.from(await gguf.read(first))).toEqual(norm.bytes);
    } finally {
      await gguf.close();
    }
  });

  it("says what is wrong with a file that is none, is of another version or is empty", async () => {
    expect(await failure(ggufBytes({ magic: "GGML" }))).toMatch(/model\.gguf is not a GGUF file/);
    expect(await failure(ggufBytes({ version: 1 }))).toMatch(/has GGUF version 1; 2 and 3 can be read/);
    expect(await failure(new Uint8Array())).toMatch(/is truncated/);
  });

  it("says that a file is truncated, wherever it was cut", async () => {
    const whole = ggufBytes({ metadata: { tokens: { strings: ["one", "two"] } }, tensors: [norm] });
    const end = whole.length - (32 - norm.bytes.length);
    for (let length = 0; length < end; length++) {
      expect(await failure(whole.subarray(0, length)), `cut at ${length}`).toMatch(/is truncated/);
    }
    expect(await failure(whole.subarray(0, end))).toBe("opened");
  });

  it("names the tensor whose type or shape it does not know", async () => {
    const open = (tensor: object) => failure(ggufBytes({ tensors: [{ ...norm, ...tensor }] }));
    expect(await open({ type: 1 })).toMatch(/tensor norm of type 1; F32, Q4_1 and Q8_0 can be read/);
    expect(await open({ type: 3 })).toMatch(/tensor norm with rows of 3 weights, not a multiple of 32/);
    expect(await open({ dimensions: [1, 1, 3] })).toMatch(/tensor norm, which is not a matrix/);
    expect(await open({ dimensions: [1, 1, 1, 1, 3] })).toMatch(/tensor norm of 5 dimensions/);
  });

  it("names metadata of an unknown type", async () => {
    const bytes = ggufBytes({ metadata: { flag: { bool: true } } });
    bytes.writeUInt32LE(13, bytes.indexOf("flag") + 4);
    expect(await failure(bytes)).toMatch(/has metadata flag of the unknown type 13/);
  });
});
