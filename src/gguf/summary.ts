import { FILE_TYPES } from "./file-types.ts";
import type { Gguf } from "./gguf.ts";
import { integerField, textField, textsField } from "./metadata-fields.ts";
import type { Tensor } from "./tensors.ts";

/** A model as its GGUF file describes it. */
export interface GgufSummary {
  /** llama.cpp's name of the model's kind, such as `llama`. */
  readonly architecture: string | undefined;
  readonly name: string | undefined;
  readonly parameters: number;
  /** Tokens that the model was trained for. */
  readonly contextLength: number | undefined;
  /** The mix of element types, such as `Q4_K_M`; else the type that most weights have. */
  readonly quantization: string;
  /** A Jinja template. */
  readonly chatTemplate: string | undefined;
  readonly tokenizer: TokenizerSummary;
  readonly tensorCount: number;
  /** Bytes of the whole file. */
  readonly bytes: number;
}

export interface TokenizerSummary {
  /** `gpt2` for byte-level BPE, `llama` for SentencePiece. */
  readonly kind: string | undefined;
  /** llama.cpp's name of the pre-tokenizer, such as `smollm`. */
  readonly pre: string | undefined;
  readonly tokenCount: number;
  /** Id of the token that begins a text. */
  readonly bosId: number | undefined;
  /** Id of the token that ends a text. */
  readonly eosId: number | undefined;
  /** Id of the token that ends a turn. */
  readonly eotId: number | undefined;
}

export function summarizeGguf({ metadata, located, fileSize }: Gguf): GgufSummary {
  const architecture = textField(metadata, "general.architecture");
  const tensors = [...located.values()];
  return {
    architecture,
    name: textField(metadata, "general.name"),
    parameters: tensors.reduce((sum, tensor) => sum + weightsOf(tensor), 0),
    contextLength: integerField(metadata, `${architecture}.context_length`),
    quantization: FILE_TYPES[integerField(metadata, "general.file_type") ?? -1] ?? commonestType(tensors),
    chatTemplate: textField(metadata, "tokenizer.chat_template"),
    tokenizer: {
      kind: textField(metadata, "tokenizer.ggml.model"),
      pre: textField(metadata, "tokenizer.ggml.pre"),
      tokenCount: textsField(metadata, "tokenizer.ggml.tokens")?.length ?? 0,
      bosId: integerField(metadata, "tokenizer.ggml.bos_token_id"),
      eosId: integerField(metadata, "tokenizer.ggml.eos_token_id"),
      eotId: integerField(metadata, "tokenizer.ggml.eot_token_id"),
    },
    tensorCount: tensors.length,
    bytes: fileSize,
  };
}

function weightsOf({ columns, rows }: Tensor): number {
  return columns * rows;
}

function commonestType(tensors: readonly Tensor[]): string {
  const weights = new Map<string, number>();
  for (const tensor of tensors) weights.set(tensor.type, (weights.get(tensor.type) ?? 0) + weightsOf(tensor));
  const [first] = [...weights].toSorted(([, one], [, other]) => other - one);
  return first?.[0] ?? "unknown";
}
