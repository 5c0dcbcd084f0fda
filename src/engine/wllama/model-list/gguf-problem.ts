/** The reasons why a GGUF file cannot be used, before it is stored. */
import { GgufError } from "../../../gguf/gguf-error.ts";
import type { Metadata } from "../../../gguf/header.ts";
import { integerField, textField } from "../../../gguf/metadata-fields.ts";
import { checkTokenizer } from "../../../gguf/tokenizer-json.ts";
import { readChatFormat } from "../chat-format.ts";
import { architectureProblem } from "./architectures.ts";

/** Values of `…pooling_type` in llama.cpp that make one vector of a text. */
const POOLING_TYPES = new Set([1, 2, 3, 4]);

export interface Usability {
  /** A sentence that says why the file's model cannot answer here; undefined where it can. */
  readonly problem: string | undefined;
  /** Name of the chat template that we chose by the vocabulary, if the file has none. */
  readonly chosenTemplate: string | undefined;
}

export async function examineUse(metadata: Metadata): Promise<Usability> {
  const kindProblem = findKindProblem(metadata);
  if (kindProblem !== undefined) return unusable(kindProblem);
  try {
    checkTokenizer(metadata);
    const { chosenTemplate } = await readChatFormat("", metadata);
    return { problem: undefined, chosenTemplate };
  } catch (error) {
    if (!(error instanceof GgufError)) throw error;
    return unusable(`it ${error.fault}`);
  }
}

function unusable(reason: string): Usability {
  return { problem: `This file cannot be used: ${reason}.`, chosenTemplate: undefined };
}

function findKindProblem(metadata: Metadata): string | undefined {
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
