import { describe, expect, it } from "vitest";
import { checkHalf } from "./halves.ts";
import { packQ4 } from "./q4-1.ts";
import { packQ8 } from "./q8-0.ts";
import { halfSplitOrder } from "./rotary-order.ts";
import { randomQ4, randomQ8, unpackQ4, unpackQ8 } from "./test-matrices.ts";

describe("packQ4", () => {
  it("keeps every weight, as the kernels read it", () => {
    const matrix = randomQ4(12, 96, 1);
    const { words, scales } = packQ4([{ blocks: matrix.blocks, rows: 12 }], 96);
    expect(unpackQ4(words, scales, 12, 96)).toEqual(matrix.values);
  });

  it("puts matrices one under the other, each in its row order", () => {
    const first = randomQ4(4, 64, 2);
    const second = randomQ4(2, 64, 3);
    const sources = [
      { blocks: first.blocks, rows: 4, order: (row: number) => 3 - row },
      { blocks: second.blocks, rows: 2 },
    ];
    const { words, scales } = packQ4(sources, 64);
    expect(unpackQ4(words, scales, 6, 64)).toEqual([...first.values.toReversed(), ...second.values]);
  });

  it("reads blocks that do not start at the start of their buffer", () => {
    const { blocks, values } = randomQ4(1, 32, 4);
    const shifted = new Uint8Array(blocks.length + 3);
    shifted.set(blocks, 3);
    const { words, scales } = packQ4([{ blocks: shifted.subarray(3), rows: 1 }], 32);
    expect(unpackQ4(words, scales, 1, 32)).toEqual(values);
  });

  it("packs one known block into known words", () => {
    const codes = Uint8Array.from({ length: 16 }, (_, i) => i | ((15 - i) << 4));
    const blocks = Uint8Array.of(0x00, 0x3c, 0x00, 0xb8, ...codes); // scale 1, minimum -0.5
    const { words, scales } = packQ4([{ blocks, rows: 1 }], 32);
    expect([...words]).toEqual([0xf6543210, 0x7edcba98, 0x09abcdef, 0x81234567]);
    expect([...scales]).toEqual([0xb8003c00]);
  });

  it("refuses a half that the kernels cannot decode", () => {
    const { blocks } = randomQ4(2, 32, 5);
    blocks.set([0x01, 0x00], 20);
    expect(() => packQ4([{ blocks, rows: 2 }], 32)).toThrow("has a subnormal scale");
    blocks.set([0x00, 0x3c, 0x00, 0xfc], 20);
    expect(() => packQ4([{ blocks, rows: 2 }], 32)).toThrow("has a minimum that is infinite or not a number");
  });
});

describe("packQ8", () => {
  it("keeps every weight, as the kernels read it", () => {
    const matrix = randomQ8(7, 128, 6);
    const { words, scales } = packQ8(matrix.blocks, 7, 128);
    expect(unpackQ8(words, scales, 7, 128)).toEqual(matrix.values);
  });

  it("refuses a negative scale, and rows that do not fill their words of scales", () => {
    const { blocks } = randomQ8(1, 64, 7);
    expect(() => packQ8(blocks, 2, 32)).toThrow("not a multiple of 64");
    blocks.set([0x00, 0xbc], 34);
    expect(() => packQ8(blocks, 1, 64)).toThrow("has a negative scale");
  });
});

describe("checkHalf", () => {
  it("takes zero and normal halves, and signs in minimums only", () => {
    for (const bits of [0x0000, 0x0400, 0x3c00, 0x7bff]) {
      expect(() => checkHalf(bits, "scale")).not.toThrow();
      expect(() => checkHalf(bits | 0x8000, "minimum")).not.toThrow();
      expect(() => checkHalf(bits | 0x8000, "scale")).toThrow("negative");
    }
    for (const bits of [0x0001, 0x03ff, 0x83ff])
      expect(() => checkHalf(bits, "minimum")).toThrow("subnormal");
    for (const bits of [0x7c00, 0x7c01, 0xfc00]) expect(() => checkHalf(bits, "minimum")).toThrow("infinite");
  });
});

describe("halfSplitOrder", () => {
  it("takes the first rows of a head's pairs, then the second ones, head by head", () => {
    const order = halfSplitOrder(6);
    const rows = Array.from({ length: 12 }, (_, row) => order(row));
    expect(rows).toEqual([0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11]);
  });
});
