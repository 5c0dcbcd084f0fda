/** `library.json`: the model for which the library was compiled. The recipe writes it beside the library. */
import * as z from "zod/mini";
import type { Metadata } from "../../src/gguf/header.ts";

const positive = z.int().check(z.positive());

const modelConfigSchema = z.object({
  hidden: positive,
  ffn: positive,
  layers: positive,
  vocab: positive,
  heads: positive,
  kv_heads: positive,
  head_dim: positive,
  eps: z.number(),
  rope_theta: z.number(),
  /** Context length in tokens. */
  ctx: positive,
  /** Maximum number of tokens of one prefill. */
  chunk: positive,
  /** Of a model that takes images. */
  image: z.exactOptional(
    z.object({
      /** Sides of the image and of one of its patches, in pixels. */
      side: positive,
      patch: positive,
      /** Ids of the tokens before and after an image. */
      start: positive,
      end: positive,
    }),
  ),
});

const parameterSchema = z.pipe(
  z.tuple([z.string(), z.array(positive), z.enum(["int32", "uint32", "float32"])]),
  z.transform(([name, shape, dtype]) => ({ name, shape, dtype })),
);

export const librarySchema = z.object({
  format: z.literal(1),
  config: modelConfigSchema,
  /** Parameters in the library's order. */
  parameters: z.array(parameterSchema),
});

export type ModelConfig = z.infer<typeof modelConfigSchema>;
export type Parameter = z.infer<typeof parameterSchema>;
export type ModelLibrary = z.infer<typeof librarySchema>;

/**
 * Checks that the library was compiled for the model of the GGUF.
 *
 * @throws naming the first value that differs
 */
export function checkSameModel(metadata: Metadata, config: ModelConfig): void {
  const architecture = metadata.get("general.architecture");
  if (architecture !== "llama") throw new Error(`has the architecture ${String(architecture)}, not llama`);
  const wanted: readonly (readonly [key: string, value: number])[] = [
    ["llama.embedding_length", config.hidden],
    ["llama.feed_forward_length", config.ffn],
    ["llama.block_count", config.layers],
    ["llama.attention.head_count", config.heads],
    ["llama.attention.head_count_kv", config.kv_heads],
    ["llama.rope.dimension_count", config.head_dim],
    ["llama.attention.layer_norm_rms_epsilon", config.eps],
    ["llama.rope.freq_base", config.rope_theta],
  ];
  for (const [key, value] of wanted) {
    const found = metadata.get(key);
    // The file holds float32, so 1e-5 comes back as 9.99999975e-6.
    if (typeof found !== "number" || Math.fround(found) !== Math.fround(value))
      throw new Error(`has ${key} = ${String(found)}; the library was compiled for ${value}`);
  }
  const context = metadata.get("llama.context_length");
  if (typeof context !== "number" || context < config.ctx)
    throw new Error(
      `has llama.context_length = ${String(context)}; the library was compiled for ${config.ctx}`,
    );
}
