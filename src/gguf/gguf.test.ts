import { describe, expect, it } from "vitest";
import { float32s, ggufBytes, type TestGguf } from "../../tools/gguf/test-gguf.ts";
import { randomQ4 } from "../../tools/gguf/test-matrices.ts";
import { blobSource, readGguf } from "./gguf.ts";
import { GgufError } from "./gguf-error.ts";

const norm = { name: "norm", dimensions: [3], type: 0, bytes: float32s([1, -2, 0.5]) };

function read(bytes: Uint8Array<ArrayBuffer>) {
  return readGguf(blobSource(new Blob([bytes])));
}

async function failure(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const error: unknown = await read(bytes).catch((reason: unknown) => reason);
  return error instanceof GgufError ? error.message : `not refused: ${String(error)}`;
}

/** The bytes with a 32-bit number `delta` bytes after the end of the first `text`. */
function withUint32(bytes: Buffer<ArrayBuffer>, text: string, delta: number, value: number) {
  bytes.writeUInt32LE(value, bytes.indexOf(text) + text.length + delta);
  return bytes;
}

describe("readGguf", () => {
  it("reads metadata of every kind", async () => {
    const metadata: TestGguf["metadata"] = {
      "general.architecture": { string: "llama – ü" },
      count: { uint32: 4_000_000_000 },
      epsilon: { float32: 0.5 },
      flag: { bool: true },
      long: { uint64: 2n ** 60n },
      tokens: { strings: ["", "Ġa", "🙂", "\uFEFF"] },
      kinds: { int32s: [1, -3] },
      scores: { float32s: [0.5, -1] },
    };
    const gguf = await read(ggufBytes({ metadata }));
    expect(Object.fromEntries(gguf.metadata)).toEqual({
      "general.architecture": "llama – ü",
      count: 4_000_000_000,
      epsilon: 0.5,
      flag: true,
      long: 2n ** 60n,
      tokens: ["", "Ġa", "🙂", "\uFEFF"],
      kinds: [1, -3],
      scores: [0.5, -1],
    });
  });

  it("locates tensors, with the alignment that the file states", async () => {
    const { blocks } = randomQ4(4, 64, 1);
    const matrix = { name: "matrix", dimensions: [64, 2, 2], type: 3, bytes: blocks };
    const file = ggufBytes({
      metadata: { "general.alignment": { uint32: 128 } },
      tensors: [norm, matrix],
      alignment: 128,
    });
    const { located, dataOffset } = await read(file);
    expect(located.get("matrix")).toEqual({
      name: "matrix",
      type: "Q4_1",
      columns: 64,
      rows: 4,
      bytes: 160,
      position: dataOffset + 128,
    });
    const { position, bytes } = located.get("matrix") ?? { position: 0, bytes: 0 };
    expect(Uint8Array.from(file.subarray(position, position + bytes))).toEqual(blocks);
  });

  it("reads a header that is longer than its first window, and nothing after the header's window", async () => {
    const strings = Array.from({ length: 5_000 }, (_, i) => `token ${i} ${"-".repeat(1_000)}`);
    const header = ggufBytes({ metadata: { tokens: { strings } }, tensors: [norm] });
    const ends: number[] = [];
    const gguf = await readGguf({
      size: 2 ** 33,
      read: (start, end) => {
        ends.push(end);
        const bytes = new Uint8Array(end - start);
        bytes.set(header.subarray(start, end));
        return Promise.resolve(bytes);
      },
    });
    expect(gguf.metadata.get("tokens")).toEqual(strings);
    expect(ends).toEqual([4 << 20, 16 << 20]);
  });

  it("says what is wrong with a file that is none, is of another version or is empty", async () => {
    expect(await failure(ggufBytes({ magic: "GGML" }))).toBe(
      'The file is not a GGUF file: it does not start with "GGUF".',
    );
    expect(await failure(ggufBytes({ version: 1 }))).toMatch(/has GGUF version 1; 2 and 3 can be read/);
    expect(await failure(ggufBytes({ version: 3 << 24 }))).toMatch(/is a GGUF file for big-endian machines/);
    expect(await failure(new Uint8Array())).toMatch(/is truncated/);
  });

  it("refuses a file that is a part of a model, and takes one that was not split", async () => {
    const split = (count: number) => ({ "split.no": { uint32: 1 }, "split.count": { uint32: count } });
    expect(await failure(ggufBytes({ metadata: split(3) }))).toBe(
      "The file is part 2 of 3 of a model: llama.cpp's gguf-split can merge them.",
    );
    expect((await read(ggufBytes({ metadata: split(1) }))).located.size).toBe(0);
  });

  it("says that a file is truncated, wherever it was cut", async () => {
    const whole = ggufBytes({ metadata: { tokens: { strings: ["one", "two"] } }, tensors: [norm] });
    const end = whole.length - (32 - norm.bytes.length);
    for (let length = 0; length < end; length++) {
      expect(await failure(whole.subarray(0, length)), `cut at ${length}`).toMatch(/is truncated/);
    }
    expect((await read(whole.subarray(0, end))).located.size).toBe(1);
  });

  it("names the tensor whose type, shape or place is impossible", async () => {
    const open = (tensor: object) => failure(ggufBytes({ tensors: [{ ...norm, ...tensor }] }));
    expect(await open({ type: 4 })).toMatch(/tensor norm of the unknown type 4/);
    expect(await open({ type: 3 })).toMatch(/tensor norm with rows of 3 weights, not a multiple of 32/);
    expect(await open({ dimensions: [1, 1, 1, 1, 3] })).toMatch(/tensor norm of 5 dimensions/);
    expect(await open({ dimensions: [2 ** 40, 2 ** 40] })).toMatch(/tensor norm of the impossible shape/);
    expect(await open({ dimensions: [0] })).toMatch(/tensor norm of the impossible shape/);
    const offset = (value: number) => withUint32(ggufBytes({ tensors: [norm] }), "norm", 16, value);
    expect(await failure(offset(8))).toMatch(/tensor norm at 8, not a multiple of 32/);
    expect(await failure(offset(32))).toMatch(/tensor norm ends at/);
    expect(await failure(ggufBytes({ tensors: [norm, norm] }))).toMatch(/tensor norm twice/);
  });

  it("names metadata of an unknown type, twice the same, or nested too deeply", async () => {
    const flag = ggufBytes({ metadata: { flag: { bool: true } } });
    expect(await failure(withUint32(flag, "flag", 0, 13))).toMatch(/metadata flag of the unknown type 13/);
    const twice = ggufBytes({ metadata: { keyA: { bool: true }, keyB: { bool: true } } });
    twice.write("keyA", twice.indexOf("keyB"));
    expect(await failure(twice)).toMatch(/metadata keyA twice/);
    const nested = ggufBytes({ metadata: { list: { int32s: Array.from({ length: 60 }, () => 0) } } });
    for (let at = 0; at < 60; at += 12) withUint32(withUint32(nested, "list", 4 + at, 9), "list", 8 + at, 1);
    expect(await failure(nested)).toMatch(/metadata list of the unknown type 9/);
  });

  it("refuses absurd counts before it reads what they count", async () => {
    const size = 2 ** 34;
    const from = (bytes: Uint8Array) =>
      readGguf({
        size,
        read: (start, end) => {
          const window = new Uint8Array(end - start);
          window.set(bytes.subarray(start, end));
          return Promise.resolve(window);
        },
      });
    const tensors = ggufBytes({});
    tensors.writeUInt32LE(2 ** 31, 8);
    await expect(from(tensors)).rejects.toThrow("has 2147483648 tensors; at most 1048576 can be read");
    const entries = ggufBytes({});
    entries.writeUInt32LE(2 ** 31, 16);
    await expect(from(entries)).rejects.toThrow("has 2147483648 metadata entries; at most 65536 can be read");
    const elements = ggufBytes({ metadata: { list: { int32s: [] } } });
    await expect(from(withUint32(elements, "list", 8, 2 ** 31))).rejects.toThrow(
      "has 2147483648 elements in metadata list; at most 4194304 can be read",
    );
    const size64 = ggufBytes({});
    size64.writeBigUInt64LE(2n ** 60n, 8);
    await expect(from(size64)).rejects.toThrow(`has an impossible size, ${2n ** 60n}`);
  });

  it.each([0, 48, 2 ** 31])("refuses an alignment of %i", async (alignment) => {
    const bytes = ggufBytes({ metadata: { "general.alignment": { uint32: alignment } } });
    expect(await failure(bytes)).toMatch(/has general\.alignment = \d+, which is not a power of two/);
  });
});
