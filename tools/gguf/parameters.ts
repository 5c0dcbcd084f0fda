import type { Tensor } from "../../src/gguf/tensors.ts";
import type { ModelLibrary, Parameter } from "./library.ts";
import { packQ4, type Q4Rows } from "./q4-1.ts";
import { packQ8 } from "./q8-0.ts";
import type { OpenGguf } from "./reader.ts";
import { halfSplitOrder } from "./rotary-order.ts";

/** A parameter of the library: its name, shape and type, and its little-endian bytes. */
export interface MadeParameter extends Parameter {
  readonly bytes: Uint8Array;
}

interface Array32 {
  readonly shape: readonly number[];
  readonly dtype: Parameter["dtype"];
  readonly bytes: Uint8Array;
}

/**
 * The library's parameters in its order, each made from the GGUF's tensors on demand. A packed matrix gives two
 * parameters, its words and its scales; at most one such pair is in memory.
 *
 * @throws if the GGUF lacks a tensor, has one of another type or shape than the library needs, or has one that no
 *   parameter uses
 */
export async function* makeParameters(gguf: OpenGguf, library: ModelLibrary): AsyncGenerator<MadeParameter> {
  const made = new Map<string, Array32>();
  const unused = new Set(gguf.located.keys());

  const read = async (name: string, type: string): Promise<{ tensor: Tensor; bytes: Uint8Array }> => {
    const tensor = gguf.located.get(name);
    if (!tensor) throw new Error(`has no tensor ${name}`);
    if (tensor.type !== type) throw new Error(`has tensor ${name} in ${tensor.type}; ${type} is needed`);
    unused.delete(name);
    return { tensor, bytes: await gguf.read(tensor) };
  };

  for (const parameter of library.parameters) {
    if (!made.has(parameter.name)) {
      for (const [name, array] of await make(parameter.name, library, read)) made.set(name, array);
    }
    const array = made.get(parameter.name);
    if (!array) throw new Error(`has nothing for the library's parameter ${parameter.name}`);
    made.delete(parameter.name);
    checkShape(parameter, array);
    yield { ...parameter, bytes: array.bytes };
  }
  const [left] = unused;
  if (left !== undefined) throw new Error(`has tensor ${left}, which the library does not use`);
}

type Read = (name: string, type: string) => Promise<{ tensor: Tensor; bytes: Uint8Array }>;

/** The llama.cpp tensors that are stacked to each matrix of a layer. */
const MATRICES: Readonly<Record<string, readonly { tensor: string; rotary?: true }[]>> = {
  qkv: [{ tensor: "attn_q", rotary: true }, { tensor: "attn_k", rotary: true }, { tensor: "attn_v" }],
  o: [{ tensor: "attn_output" }],
  gate_up: [{ tensor: "ffn_gate" }, { tensor: "ffn_up" }],
  down: [{ tensor: "ffn_down" }],
};

const NORMS: Readonly<Record<string, string>> = { in_norm: "attn_norm", post_norm: "ffn_norm" };

/** The parameter `name`, together with the other one from the same tensors. */
async function make(name: string, { config }: ModelLibrary, read: Read): Promise<[string, Array32][]> {
  if (name === "norm.weight") return [[name, await vector(read, "output_norm.weight")]];
  if (name.startsWith("emb.")) return table(read);

  const [, layer, part = ""] = /^layers\.(\d+)\.(\w+)\.(?:weight|q|sm)$/.exec(name) ?? [];
  const norm = NORMS[part];
  if (norm !== undefined) return [[name, await vector(read, `blk.${layer}.${norm}.weight`)]];
  const matrix = MATRICES[part];
  if (!matrix) return [];

  const rotary = halfSplitOrder(config.head_dim);
  const sources: Q4Rows[] = [];
  let columns = 0;
  for (const source of matrix) {
    const { tensor, bytes } = await read(`blk.${layer}.${source.tensor}.weight`, "Q4_1");
    if (columns !== 0 && tensor.columns !== columns)
      throw new Error(`has tensor ${tensor.name} with rows of ${tensor.columns} weights, not ${columns}`);
    columns = tensor.columns;
    sources.push({ blocks: bytes, rows: tensor.rows, ...(source.rotary && { order: rotary }) });
  }
  const { words, scales } = named(`layers.${layer}.${part}`, () => packQ4(sources, columns));
  const rows = sources.reduce((sum, source) => sum + source.rows, 0);
  return [
    [`layers.${layer}.${part}.q`, { shape: [columns / 8, rows], dtype: "int32", bytes: bytesOf(words) }],
    [`layers.${layer}.${part}.sm`, { shape: [columns / 32, rows], dtype: "uint32", bytes: bytesOf(scales) }],
  ];
}

async function vector(read: Read, name: string): Promise<Array32> {
  const { tensor, bytes } = await read(name, "F32");
  return { shape: [tensor.columns], dtype: "float32", bytes };
}

/** The token embeddings, which are also the matrix of the logits. */
async function table(read: Read): Promise<[string, Array32][]> {
  const { tensor, bytes } = await read("token_embd.weight", "Q8_0");
  const { rows, columns } = tensor;
  const { words, scales } = named(tensor.name, () => packQ8(bytes, rows, columns));
  return [
    ["emb.q", { shape: [columns / 4, rows], dtype: "int32", bytes: bytesOf(words) }],
    ["emb.s", { shape: [columns / 64, rows], dtype: "uint32", bytes: bytesOf(scales) }],
  ];
}

function named<T>(name: string, pack: () => T): T {
  try {
    return pack();
  } catch (error) {
    throw new Error(`cannot be packed: ${name} ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

function checkShape(wanted: Parameter, found: Array32): void {
  const text = ({ shape, dtype }: { shape: readonly number[]; dtype: string }) =>
    `${shape.join(" × ")} ${dtype}`;
  if (text(wanted) !== text(found))
    throw new Error(`gives ${wanted.name} as ${text(found)}; the library wants ${text(wanted)}`);
}
