import * as z from "zod/mini";
import type { Metadata } from "../../src/gguf/header.ts";

const vocabularySchema = z.object({
  "tokenizer.ggml.tokens": z.array(z.string()),
  "tokenizer.ggml.token_type": z.array(z.number()),
  "tokenizer.ggml.bos_token_id": z.int(),
  "tokenizer.ggml.eos_token_id": z.int(),
});

export interface Vocabulary {
  /** The tokens by id, in GPT-2's byte-level alphabet. */
  readonly tokens: readonly string[];
  readonly beginId: number;
  readonly endId: number;
}

/**
 * @param size number of tokens of the model library
 * @throws if the GGUF has no vocabulary with begin and end tokens, or one of another size
 */
export function readVocabulary(metadata: Metadata, size: number): Vocabulary {
  const parsed = vocabularySchema.safeParse(Object.fromEntries(metadata));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`has no tokeniser that can be used: ${issue?.path.join(".")} ${issue?.message}`);
  }
  const tokens = parsed.data["tokenizer.ggml.tokens"];
  const kinds = parsed.data["tokenizer.ggml.token_type"];
  if (tokens.length !== size || kinds.length !== size)
    throw new Error(`has ${tokens.length} tokens of ${kinds.length} kinds; the library has ${size} tokens`);
  return {
    tokens,
    beginId: parsed.data["tokenizer.ggml.bos_token_id"],
    endId: parsed.data["tokenizer.ggml.eos_token_id"],
  };
}
