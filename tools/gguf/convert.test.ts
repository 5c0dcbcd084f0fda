import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { convertGguf } from "./convert.ts";
import type { TypedValue } from "../../src/gguf/encode-header.ts";
import { MODEL, modelGguf, modelLibrary, SIZES } from "./test-model.ts";
import { temporaryFolder } from "./test-gguf.ts";
import { unpackQ4, unpackQ8 } from "./test-matrices.ts";

const cacheSchema = z.object({
  records: z.array(
    z.object({
      dataPath: z.string(),
      records: z.array(
        z.object({ name: z.string(), shape: z.array(z.int()), nbytes: z.int(), byteOffset: z.int() }),
      ),
    }),
  ),
});

async function convert(gguf: Uint8Array = modelGguf(), library = modelLibrary()) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "model.gguf"), gguf);
  writeFileSync(join(folder, "library.json"), library);
  const files = await convertGguf({
    gguf: join(folder, "model.gguf"),
    library: join(folder, "library.json"),
    outDir: folder,
  });
  const read = (name: string) => readFileSync(join(folder, "resolve/main", name));
  const readJson = (name: string): unknown => JSON.parse(read(name).toString());
  return { files, read, readJson };
}

/** The weights that the library gets, by row and column, found through `tensor-cache.json`. */
async function convertedWeights() {
  const { read, readJson } = await convert();
  const words = new Map<string, Uint32Array>();
  for (const { dataPath, records } of cacheSchema.parse(readJson("tensor-cache.json")).records) {
    for (const { name, byteOffset, nbytes } of records) {
      const bytes = Uint8Array.from(read(dataPath).subarray(byteOffset, byteOffset + nbytes));
      words.set(name, new Uint32Array(bytes.buffer));
    }
  }
  const get = (name: string) => words.get(name) ?? new Uint32Array();
  return {
    matrix: (name: string, rows: number, columns: number) =>
      unpackQ4(get(`${name}.q`), get(`${name}.sm`), rows, columns),
    table: () => unpackQ8(get("emb.q"), get("emb.s"), SIZES.vocab, SIZES.hidden),
    vector: (name: string) => [...new Float32Array(get(name).buffer)],
  };
}

function values(name: string) {
  const found = MODEL.values.get(name);
  if (!found) throw new Error(`no tensor ${name}`);
  return found;
}

/** Rows as the model's authors order them: per head, the first row of each rotary pair, then the second. */
function rotaryRows(rows: readonly (readonly number[])[]) {
  const heads = Array.from({ length: rows.length / SIZES.headDim }, (_, head) =>
    rows.slice(head * SIZES.headDim, (head + 1) * SIZES.headDim),
  );
  return heads.flatMap((head) => [
    ...head.filter((_, row) => row % 2 === 0),
    ...head.filter((_, row) => row % 2 === 1),
  ]);
}

describe("convertGguf", () => {
  it("keeps every weight of every layer", async () => {
    const weights = await convertedWeights();
    expect(weights.table()).toEqual(values("token_embd.weight"));
    expect(weights.vector("norm.weight")).toEqual(values("output_norm.weight")[0]);
    for (let layer = 0; layer < SIZES.layers; layer++) {
      const [to, from] = [`layers.${layer}`, `blk.${layer}`];
      expect(weights.vector(`${to}.in_norm.weight`)).toEqual(values(`${from}.attn_norm.weight`)[0]);
      expect(weights.vector(`${to}.post_norm.weight`)).toEqual(values(`${from}.ffn_norm.weight`)[0]);
      expect(weights.matrix(`${to}.qkv`, 128, 64)).toEqual([
        ...rotaryRows(values(`${from}.attn_q.weight`)),
        ...rotaryRows(values(`${from}.attn_k.weight`)),
        ...values(`${from}.attn_v.weight`),
      ]);
      expect(weights.matrix(`${to}.o`, 64, 64)).toEqual(values(`${from}.attn_output.weight`));
      expect(weights.matrix(`${to}.gate_up`, 192, 64)).toEqual([
        ...values(`${from}.ffn_gate.weight`),
        ...values(`${from}.ffn_up.weight`),
      ]);
      expect(weights.matrix(`${to}.down`, 64, 96)).toEqual(values(`${from}.ffn_down.weight`));
    }
  });

  it("returns the files that web-llm fetches", async () => {
    const { files } = await convert();
    expect(files.map(({ path }) => path)).toEqual([
      "resolve/main/mlc-chat-config.json",
      "resolve/main/tokenizer.json",
      "resolve/main/params_shard_0.bin",
      "resolve/main/tensor-cache.json",
    ]);
  });

  it("makes a tokeniser that merges, keeps digits apart and knows the control tokens", async () => {
    const { readJson } = await convert();
    const json = z.record(z.string(), z.unknown()).parse(readJson("tokenizer.json"));
    const tokenizer = new Tokenizer(json, {});
    expect(tokenizer.encode("<|im_start|>ab11ba<|im_end|>").ids).toEqual([1, 6, 5, 5, 4, 3, 2]);
  });

  it("makes a chat configuration with the library's sizes and the model's end token", async () => {
    const { readJson } = await convert();
    expect(readJson("mlc-chat-config.json")).toMatchObject({
      vocab_size: 8,
      context_window_size: 128,
      prefill_chunk_size: 64,
      eos_token_id: 2,
      conv_template: { stop_token_ids: [2], seps: ["<|im_end|>\n"] },
    });
  });

  it("refuses a model that is not the library's", async () => {
    const changed = (metadata: Record<string, TypedValue>) => convert(modelGguf({ metadata }));
    await expect(changed({ "general.architecture": { string: "qwen2" } })).rejects.toThrow(
      /model\.gguf has the architecture qwen2, not llama/,
    );
    await expect(changed({ "llama.rope.freq_base": { float32: 100_000 } })).rejects.toThrow(
      /has llama\.rope\.freq_base = 100000; the library was compiled for 10000/,
    );
    await expect(changed({ "llama.context_length": { uint32: 64 } })).rejects.toThrow(/for 128/);
    await expect(changed({ "tokenizer.ggml.tokens": { strings: ["a"] } })).rejects.toThrow(
      /has 1 tokens of 8 kinds; the library has 8 tokens/,
    );
    await expect(changed({ "tokenizer.ggml.pre": { string: "other" } })).rejects.toThrow(
      /model\.gguf has the pre-tokenizer other, which is not supported/,
    );
    await expect(changed({ "tokenizer.ggml.eos_token_id": { uint32: 0 } })).rejects.toThrow(/not ChatML/);
  });

  it("names the tensor that is missing, of another kind or shape, or of no use", async () => {
    const changed = (change: (name: string) => object | undefined) =>
      convert(
        modelGguf({
          tensors: MODEL.tensors.flatMap((tensor) => {
            const changes = change(tensor.name);
            return changes ? [{ ...tensor, ...changes }] : [];
          }),
        }),
      );
    const down = "blk.1.ffn_down.weight";
    await expect(changed((name) => (name === down ? undefined : {}))).rejects.toThrow(
      `has no tensor ${down}`,
    );
    await expect(
      changed((name) => (name === down ? { type: 0, bytes: new Uint8Array(4 * 64 * 96) } : {})),
    ).rejects.toThrow(`has tensor ${down} in F32; Q4_1 is needed`);
    await expect(changed((name) => (name === down ? { dimensions: [96, 32] } : {}))).rejects.toThrow(
      "gives layers.1.down.q as 12 × 32 int32; the library wants 12 × 64 int32",
    );
    const extra = { name: "blk.0.attn_q.bias", dimensions: [4], type: 0, bytes: new Uint8Array(16) };
    await expect(convert(modelGguf({ tensors: [...MODEL.tensors, extra] }))).rejects.toThrow(
      "has tensor blk.0.attn_q.bias, which the library does not use",
    );
  });

  it("names the matrix with a scale that the kernels cannot decode", async () => {
    const tensors = MODEL.tensors.map((tensor) =>
      tensor.name === "blk.0.attn_v.weight" ? { ...tensor, bytes: tensor.bytes.with(1, 0x7c) } : tensor,
    );
    await expect(convert(modelGguf({ tensors }))).rejects.toThrow(
      "cannot be packed: layers.0.qkv has a scale that is infinite or not a number",
    );
  });

  it("says what is wrong with a description of the library", async () => {
    await expect(convert(modelGguf(), "{}")).rejects.toThrow(
      /library\.json is not the description of a model library/,
    );
    await expect(convert(modelGguf(), "<html>")).rejects.toThrow(
      /library\.json is not the description of a model library/,
    );
  });
});
