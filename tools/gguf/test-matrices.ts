/** Random quantised matrices for tests, with their values, and the values of packed ones. */

import { halfValue } from "./halves.ts";

/** Numbers from 0 to `below` - 1, the same in every run. */
export function randomIntegers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A normal half of 2^-8 to 2^2, or zero. */
export function randomHalf(random: (below: number) => number, signed: boolean): number {
  if (random(16) === 0) return 0;
  return ((signed ? random(2) : 0) << 15) | ((7 + random(10)) << 10) | random(1024);
}

export interface TestMatrix {
  readonly blocks: Uint8Array;
  /** Values of the blocks, by row and column. */
  readonly values: readonly (readonly number[])[];
}

/** A random matrix in Q4_1. The values come from the random numbers, not from the blocks. */
export function randomQ4(rows: number, columns: number, seed: number): TestMatrix {
  return randomMatrix(rows, columns, seed, (random) => {
    const scale = randomHalf(random, false);
    const minimum = randomHalf(random, true);
    const codes = Array.from({ length: 32 }, () => random(16));
    const nibbles = codes.slice(0, 16).map((code, index) => code | ((codes[index + 16] ?? 0) << 4));
    return {
      block: [scale & 255, scale >> 8, minimum & 255, minimum >> 8, ...nibbles],
      values: codes.map((code) => code * halfValue(scale) + halfValue(minimum)),
    };
  });
}

/** A random matrix in Q8_0. */
export function randomQ8(rows: number, columns: number, seed: number): TestMatrix {
  return randomMatrix(rows, columns, seed, (random) => {
    const scale = randomHalf(random, false);
    const codes = Array.from({ length: 32 }, () => random(256) - 128);
    return {
      block: [scale & 255, scale >> 8, ...codes.map((code) => code & 255)],
      values: codes.map((code) => code * halfValue(scale)),
    };
  });
}

/** A matrix of random blocks, each of 32 weights. */
function randomMatrix(
  rows: number,
  columns: number,
  seed: number,
  randomBlock: (random: (below: number) => number) => { block: number[]; values: number[] },
): TestMatrix {
  const random = randomIntegers(seed);
  const table = Array.from({ length: rows }, () =>
    Array.from({ length: columns / 32 }, () => randomBlock(random)),
  );
  return {
    blocks: Uint8Array.from(table.flat().flatMap(({ block }) => block)),
    values: table.map((row) => row.flatMap(({ values }) => values)),
  };
}

/**
 * Weights of packed 4-bit words by row and column, with the arithmetic of the kernels: a field is masked out of a
 * signed word and scaled down, and the topmost field is signed.
 */
export function unpackQ4(words: Uint32Array, scales: Uint32Array, rows: number, columns: number): number[][] {
  const signed = new Int32Array(words.buffer, words.byteOffset, words.length);
  return table(rows, columns, (row, column) => {
    const nibble = column % 8;
    const code =
      field(signed[Math.floor(column / 8) * rows + row] ?? NaN, 4, nibble) + (nibble === 7 ? 8 : 0);
    const pair = scales[Math.floor(column / 32) * rows + row] ?? NaN;
    return code * halfLow(pair) + halfHigh(pair);
  });
}

/** Weights of packed 8-bit words, whose lower three bytes are shifted by 128. */
export function unpackQ8(words: Uint32Array, scales: Uint32Array, rows: number, columns: number): number[][] {
  const signed = new Int32Array(words.buffer, words.byteOffset, words.length);
  return table(rows, columns, (row, column) => {
    const byte = column % 4;
    const code = field(signed[Math.floor(column / 4) * rows + row] ?? NaN, 8, byte) - (byte < 3 ? 128 : 0);
    const pair = scales[Math.floor(column / 64) * rows + row] ?? NaN;
    return code * (Math.floor(column / 32) % 2 === 0 ? halfLow(pair) : halfHigh(pair));
  });
}

function field(word: number, bits: number, index: number): number {
  const mask = ((2 ** bits - 1) * 2 ** (bits * index)) | 0;
  return (word & mask) * 2 ** (-bits * index);
}

function halfLow(pair: number): number {
  return asFloat((pair & 0x7fff) * 8192) * 2 ** 112;
}

function halfHigh(pair: number): number {
  return asFloat((pair & 0x80000000) | ((pair >>> 3) & 0x0fffe000)) * 2 ** 112;
}

function asFloat(bits: number): number {
  return new Float32Array(Int32Array.of(bits).buffer)[0] ?? NaN;
}

function table(rows: number, columns: number, value: (row: number, column: number) => number): number[][] {
  const indices = (length: number) => Array.from({ length }, (_, index) => index);
  return indices(rows).map((row) => indices(columns).map((column) => value(row, column)));
}
