/**
 * Q4_1 as Q5_1, whose fifth bits are zero: the same numbers in 24 instead of 20 bytes for 32 weights. ggml has a fast
 * kernel for Q5_1 on WebAssembly, and none for Q4_1.
 *
 *     Q4_1  scale, minimum (halves), 16 bytes of nibbles
 *     Q5_1  scale, minimum (halves), 32 fifth bits, 16 bytes of nibbles
 *
 * Source: `block_q4_1` and `block_q5_1` in `ggml-common.h` of llama.cpp.
 */

const Q4_1_BYTES = 20;
const Q5_1_BYTES = 24;
const SCALES_BYTES = 4;

/** The size in bytes of Q5_1 blocks with the weights of `bytes` bytes of Q4_1 blocks. */
export function q5Size(bytes: number): number {
  return (bytes / Q4_1_BYTES) * Q5_1_BYTES;
}

/** @param blocks whole Q4_1 blocks */
export function q5FromQ4(blocks: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = blocks.length / Q4_1_BYTES;
  const result = new Uint8Array(q5Size(blocks.length));
  for (let i = 0; i < count; i++) {
    const from = i * Q4_1_BYTES;
    const to = i * Q5_1_BYTES;
    for (let byte = 0; byte < SCALES_BYTES; byte++) result[to + byte] = blocks[from + byte] ?? 0;
    for (let byte = SCALES_BYTES; byte < Q4_1_BYTES; byte++) {
      result[to + byte + Q5_1_BYTES - Q4_1_BYTES] = blocks[from + byte] ?? 0;
    }
  }
  return result;
}
