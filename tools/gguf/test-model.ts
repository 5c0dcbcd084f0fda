/** A small Llama for tests: two layers of random weights, as a GGUF file and as values. */
import type { TypedValue } from "../../src/gguf/encode-header.ts";
import type { WrittenTensor } from "./encode-gguf.ts";
import { float32s, ggufBytes } from "./test-gguf.ts";
import { randomQ4, randomQ8, type TestMatrix } from "./test-matrices.ts";

export const SIZES = { hidden: 64, ffn: 96, layers: 2, heads: 2, kvHeads: 1, headDim: 32, vocab: 8 } as const;
const { hidden, ffn, layers, heads, kvHeads, headDim, vocab } = SIZES;

export const METADATA: Readonly<Record<string, TypedValue>> = {
  "general.architecture": { string: "llama" },
  "llama.embedding_length": { uint32: hidden },
  "llama.feed_forward_length": { uint32: ffn },
  "llama.block_count": { uint32: layers },
  "llama.context_length": { uint32: 128 },
  "llama.attention.head_count": { uint32: heads },
  "llama.attention.head_count_kv": { uint32: kvHeads },
  "llama.rope.dimension_count": { uint32: headDim },
  "llama.attention.layer_norm_rms_epsilon": { float32: 1e-5 },
  "llama.rope.freq_base": { float32: 10_000 },
  "tokenizer.ggml.model": { string: "gpt2" },
  "tokenizer.ggml.pre": { string: "smollm" },
  "tokenizer.ggml.tokens": {
    strings: ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "a", "b", "1", "ab", "11"],
  },
  "tokenizer.ggml.token_type": { int32s: [3, 3, 3, 1, 1, 1, 1, 1] },
  "tokenizer.ggml.merges": { strings: ["a b", "1 1"] },
  "tokenizer.ggml.bos_token_id": { uint32: 1 },
  "tokenizer.ggml.eos_token_id": { uint32: 2 },
};

interface TestModel {
  readonly tensors: readonly WrittenTensor[];
  /** Values of the matrices, by tensor name. */
  readonly values: ReadonlyMap<string, TestMatrix["values"]>;
}

function makeModel(): TestModel {
  const tensors: WrittenTensor[] = [];
  const values = new Map<string, TestMatrix["values"]>();
  const add = (name: string, type: 3 | 8, rows: number, columns: number) => {
    const seed = tensors.length + 1;
    const matrix = type === 3 ? randomQ4(rows, columns, seed) : randomQ8(rows, columns, seed);
    tensors.push({ name, type, dimensions: [columns, rows], bytes: matrix.blocks });
    values.set(name, matrix.values);
  };
  const addNorm = (name: string) => {
    const weights = Array.from({ length: hidden }, (_, i) => tensors.length + i / hidden);
    tensors.push({ name, type: 0, dimensions: [hidden], bytes: float32s(weights) });
    values.set(name, [weights]);
  };
  addNorm("output_norm.weight");
  add("token_embd.weight", 8, vocab, hidden);
  for (let layer = 0; layer < layers; layer++) {
    addNorm(`blk.${layer}.attn_norm.weight`);
    addNorm(`blk.${layer}.ffn_norm.weight`);
    add(`blk.${layer}.ffn_down.weight`, 3, hidden, ffn);
    add(`blk.${layer}.ffn_up.weight`, 3, ffn, hidden);
    add(`blk.${layer}.ffn_gate.weight`, 3, ffn, hidden);
    add(`blk.${layer}.attn_k.weight`, 3, kvHeads * headDim, hidden);
    add(`blk.${layer}.attn_output.weight`, 3, hidden, heads * headDim);
    add(`blk.${layer}.attn_q.weight`, 3, heads * headDim, hidden);
    add(`blk.${layer}.attn_v.weight`, 3, kvHeads * headDim, hidden);
  }
  return { tensors, values };
}

export const MODEL = makeModel();

export function modelGguf(
  changes: { metadata?: Record<string, TypedValue>; tensors?: readonly WrittenTensor[] } = {},
) {
  return ggufBytes({
    metadata: { ...METADATA, ...changes.metadata },
    tensors: changes.tensors ?? MODEL.tensors,
  });
}

/** The text of the model's `library.json`. */
export function modelLibrary(): string {
  const matrix = (name: string, columns: number, rows: number) => [
    [`${name}.q`, [columns / 8, rows], "int32"],
    [`${name}.sm`, [columns / 32, rows], "uint32"],
  ];
  const layer = (name: string) => [
    [`${name}.in_norm.weight`, [hidden], "float32"],
    [`${name}.post_norm.weight`, [hidden], "float32"],
    ...matrix(`${name}.qkv`, hidden, (heads + 2 * kvHeads) * headDim),
    ...matrix(`${name}.o`, heads * headDim, hidden),
    ...matrix(`${name}.gate_up`, hidden, 2 * ffn),
    ...matrix(`${name}.down`, ffn, hidden),
  ];
  const parameters = [
    ["emb.q", [hidden / 4, vocab], "int32"],
    ["emb.s", [hidden / 64, vocab], "uint32"],
    ...Array.from({ length: layers }, (_, i) => layer(`layers.${i}`)).flat(),
    ["norm.weight", [hidden], "float32"],
  ];
  const config = {
    hidden,
    ffn,
    layers,
    vocab,
    heads,
    kv_heads: kvHeads,
    head_dim: headDim,
    eps: 1e-5,
    rope_theta: 10_000,
    ctx: 128,
    chunk: 64,
  };
  return JSON.stringify({ format: 1, config, parameters });
}
