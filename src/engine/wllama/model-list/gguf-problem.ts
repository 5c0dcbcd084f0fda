/** The reasons why a GGUF file cannot be used, before it is stored. */
import { EngineError } from "../../../contract/engine-error.ts";
import type { ByteSource, Gguf } from "../../../gguf/gguf.ts";
import { GgufError } from "../../../gguf/gguf-error.ts";
import { integerField, textField } from "../../../gguf/metadata-fields.ts";
import { readGgufModel } from "../gguf-model.ts";
import { architectureProblem } from "./architectures.ts";

/** Values of `…pooling_type` in llama.cpp that make one vector of a text. */
const POOLING_TYPES = new Set([1, 2, 3, 4]);

/** A sentence that says why the file's model cannot answer here; undefined where it can. */
export async function findGgufProblem({ metadata }: Gguf, file: ByteSource): Promise<string | undefined> {
  const reason = findKindProblem(metadata) ?? (await findPromptProblem(metadata, file));
  return reason && `This file cannot be used: ${reason}.`;
}

function findKindProblem(metadata: Gguf["metadata"]): string | undefined {
  const type = textField(metadata, "general.type");
  if (type === "adapter") return "it is an adapter (LoRA), which changes another model";
  if (type === "mmproj") return architectureProblem("clip");
  const architecture = textField(metadata, "general.architecture");
  if (architecture === undefined) return "it does not name its model's architecture";
  const pooling = integerField(metadata, `${architecture}.pooling_type`) ?? 0;
  if (POOLING_TYPES.has(pooling) || metadata.get(`${architecture}.attention.causal`) === false) {
    return architectureProblem("bert");
  }
  return architectureProblem(architecture);
}

/** Prompts are rendered and counted here, so that text of a client never becomes a control token. */
async function findPromptProblem(metadata: Gguf["metadata"], file: ByteSource): Promise<string | undefined> {
  if (!metadata.has("tokenizer.ggml.tokens")) return "it has no vocabulary";
  if (textField(metadata, "tokenizer.chat_template") === undefined) {
    return "it has no chat template, so it was not made for conversations";
  }
  try {
    await readGgufModel("", file);
    return undefined;
  } catch (error) {
    if (error instanceof GgufError) return `it ${error.fault}`;
    if (!(error instanceof EngineError && error.code === "unsupported")) throw error;
    return "its chat template is none of those that this version knows";
  }
}
