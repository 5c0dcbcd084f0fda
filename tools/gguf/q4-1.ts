import { checkHalf } from "./halves.ts";
import type { RowOrder } from "./rotary-order.ts";

const GROUP = 32;
const BLOCK_BYTES = 20;
const WORDS_PER_GROUP = 4;

/** Rows of one Q4_1 matrix, in blocks of a half scale, a half minimum and 16 bytes of nibbles. */
export interface Q4Rows {
  readonly blocks: Uint8Array;
  readonly rows: number;
  /** Order of the rows in the result; by default unchanged. */
  readonly order?: RowOrder;
}

export interface PackedQ4 {
  /** `[columns / 8, rows]`: nibble `e` of word `k` is weight `8k + e`, the topmost xor 8. */
  readonly words: Uint32Array;
  /** `[columns / 32, rows]`: scale in the low half, minimum in the high half. */
  readonly scales: Uint32Array;
}

/**
 * Stacks Q4_1 matrices of `columns` weights per row in the layout of the kernels: transposed, so that neighbouring
 * invocations, which own neighbouring rows, read neighbouring words. The kernels convert words as signed numbers,
 * hence the flipped top bit.
 *
 * In a block the low nibbles of the 16 bytes are weights 0 to 15, the high ones 16 to 31.
 *
 * @throws if the kernels cannot decode a half
 */
export function packQ4(sources: readonly Q4Rows[], columns: number): PackedQ4 {
  const groups = columns / GROUP;
  const total = sources.reduce((sum, source) => sum + source.rows, 0);
  const words = new Uint32Array(groups * WORDS_PER_GROUP * total);
  const scales = new Uint32Array(groups * total);

  let row = 0;
  for (const { blocks, rows, order } of sources) {
    const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);
    for (let i = 0; i < rows; i++, row++) {
      const sourceRow = order ? order(i) : i;
      for (let group = 0; group < groups; group++) {
        const block = (sourceRow * groups + group) * BLOCK_BYTES;
        const scale = view.getUint16(block, true);
        const minimum = view.getUint16(block + 2, true);
        checkHalf(scale, "scale");
        checkHalf(minimum, "minimum");
        scales[group * total + row] = scale | (minimum << 16);

        const word = group * WORDS_PER_GROUP * total + row;
        const first = view.getUint32(block + 4, true);
        const second = view.getUint32(block + 8, true);
        const third = view.getUint32(block + 12, true);
        const fourth = view.getUint32(block + 16, true);
        words[word] = signed(gather(first) | (gather(second) << 16));
        words[word + total] = signed(gather(third) | (gather(fourth) << 16));
        words[word + 2 * total] = signed(gather(first >>> 4) | (gather(second >>> 4) << 16));
        words[word + 3 * total] = signed(gather(third >>> 4) | (gather(fourth >>> 4) << 16));
      }
    }
  }
  return { words, scales };
}

/** The low nibbles of four bytes, moved together into 16 bits. */
function gather(bytes: number): number {
  return (bytes & 0xf) | ((bytes & 0xf00) >> 4) | ((bytes & 0xf0000) >> 8) | ((bytes & 0xf000000) >> 12);
}

function signed(word: number): number {
  return word ^ 0x80000000;
}
