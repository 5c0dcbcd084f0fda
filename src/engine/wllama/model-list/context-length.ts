/** The context that a GGUF's model gets here, and the memory that it takes. */
import type { Metadata } from "../../../gguf/header.ts";
import { integerField, numbersField, textField } from "../../../gguf/metadata-fields.ts";

/** Long prompts take minutes on a CPU, so a longer context would only take memory. */
const MAX_TOKENS = 8192;
/** WebAssembly has 4 GiB in all, weights included. */
const MAX_KEY_VALUE_BYTES = 512 * 2 ** 20;
/** llama.cpp's default of a model that does not state its context. */
const DEFAULT_TOKENS = 2048;
const MIN_TOKENS = 512;
/** Keys and values are kept as 16-bit floats. */
const FLOAT_BYTES = 2;

export interface ContextLength {
  /** Tokens of prompt and reply together. */
  readonly tokens: number;
  /** Tokens that the model was trained for; undefined where the file does not say. */
  readonly trained: number | undefined;
  /** Bytes of the keys and values of a full context. */
  readonly keyValueBytes: number;
}

/** The model's own context, but no more than its keys and values allow. */
export function contextLengthOf(metadata: Metadata): ContextLength {
  const architecture = textField(metadata, "general.architecture") ?? "";
  const trained = integerField(metadata, `${architecture}.context_length`) || undefined;
  const bytesPerToken = keyValueBytes(metadata, architecture);
  const affordable = bytesPerToken === 0 ? MAX_TOKENS : Math.floor(MAX_KEY_VALUE_BYTES / bytesPerToken);
  const most = Math.max(MIN_TOKENS, Math.min(MAX_TOKENS, affordable));
  const tokens = Math.min(trained ?? DEFAULT_TOKENS, most);
  return { tokens, trained, keyValueBytes: tokens * bytesPerToken };
}

/** Bytes of the keys and values of one token, in all layers. Layers without attention are counted, too. */
function keyValueBytes(metadata: Metadata, architecture: string): number {
  const field = (name: string) => integerField(metadata, `${architecture}.${name}`);
  const layers = field("block_count") ?? 0;
  const heads = field("attention.head_count") ?? 1;
  const headLength = (field("embedding_length") ?? 0) / Math.max(heads, 1);
  const keyLength = field("attention.key_length") ?? headLength;
  const valueLength = field("attention.value_length") ?? headLength;
  // Some models have a number for each layer.
  const perLayer = numbersField(metadata, `${architecture}.attention.head_count_kv`);
  const inAllLayers =
    perLayer?.reduce((sum, count) => sum + count, 0) ?? layers * (field("attention.head_count_kv") ?? heads);
  return inAllLayers * (keyLength + valueLength) * FLOAT_BYTES;
}
