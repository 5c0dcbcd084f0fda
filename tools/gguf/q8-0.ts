import { checkHalf } from "./halves.ts";

const GROUP = 32;
const BLOCK_BYTES = 34;
const WORDS_PER_GROUP = 8;

export interface PackedQ8 {
  /** `[columns / 4, rows]`: byte `e` of word `k` is weight `4k + e`, plus 128 except in the topmost byte. */
  readonly words: Uint32Array;
  /** `[columns / 64, rows]`: the scales of two groups, the even one in the low half. */
  readonly scales: Uint32Array;
}

/**
 * Converts a Q8_0 matrix (blocks of a half scale and 32 signed bytes) to the layout of the kernels: transposed, with
 * the lower three bytes of a word unsigned, so that a mask is enough to isolate them.
 *
 * @param columns weights per row, a multiple of 64
 * @throws if the kernels cannot decode a scale
 */
export function packQ8(blocks: Uint8Array, rows: number, columns: number): PackedQ8 {
  if (columns % (2 * GROUP) !== 0) throw new Error(`has rows of ${columns} weights, not a multiple of 64`);
  const groups = columns / GROUP;
  const words = new Uint32Array(groups * WORDS_PER_GROUP * rows);
  const scales = new Uint32Array((groups / 2) * rows);
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);

  for (let row = 0; row < rows; row++) {
    for (let group = 0; group < groups; group++) {
      const block = (row * groups + group) * BLOCK_BYTES;
      const scale = view.getUint16(block, true);
      checkHalf(scale, "scale");
      const pair = (group >> 1) * rows + row;
      scales[pair] = (scales[pair] ?? 0) | (scale << (16 * (group & 1)));
      for (let k = 0; k < WORDS_PER_GROUP; k++) {
        words[(group * WORDS_PER_GROUP + k) * rows + row] =
          view.getUint32(block + 2 + 4 * k, true) ^ 0x808080;
      }
    }
  }
  return { words, scales };
}
