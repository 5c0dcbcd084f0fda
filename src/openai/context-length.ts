/**
 * Prompts that are certain not to fit a model, told by counting alone, before they are copied to where the
 * tokenizer is. What passes may still be too long.
 */
import { ApiError } from "./error.ts";

export interface ModelContext {
  readonly id: string;
  /** Tokens of prompt and reply together. */
  readonly context_length: number;
}

/** No token of the vocabularies in use stands for half as many: the longest are runs of 128 to 256 spaces. */
const MAX_CHARACTERS_PER_TOKEN = 1024;

/** @throws {ApiError} 400 where there are more turns than tokens: a template writes one for each at least */
export function checkTurnCount(turns: number, bound: ModelContext): void {
  if (turns > bound.context_length) throw overflow(bound);
}

/** @throws {ApiError} 400 where the texts are longer than the longest tokens could make them */
export function checkTextLength(characters: number, bound: ModelContext): void {
  if (characters > bound.context_length * MAX_CHARACTERS_PER_TOKEN) throw overflow(bound);
}

function overflow({ id, context_length: context }: ModelContext): ApiError {
  return new ApiError(
    400,
    `The prompt has more than ${context} tokens, but the model '${id}' has a context of ${context} tokens, ` +
      "of which at least one is for the reply: shorten the messages.",
    { param: "messages", code: "context_length_exceeded" },
  );
}
