/**
 * Cheap checks that refuse prompts certain to exceed a model's context, before they are copied to the engine worker
 * and tokenised. A prompt that passes may still be too long.
 */
import { ApiError } from "./error.ts";

/** A model by its id, and the size of its context. */
export interface ModelContext {
  readonly id: string;
  /** Tokens of prompt and reply together. */
  readonly context_length: number;
}

/** More than twice the longest tokens of the vocabularies in use: runs of 128 to 256 spaces. */
const MAX_CHARACTERS_PER_TOKEN = 1024;

/** @throws {ApiError} 400 if there are more turns than tokens: each turn takes at least one */
export function checkTurnCount(turns: number, model: ModelContext): void {
  if (turns > model.context_length) throw overflow(model);
}

/** @throws {ApiError} 400 if the texts are too long even for the longest tokens */
export function checkTextLength(characters: number, model: ModelContext): void {
  if (characters > model.context_length * MAX_CHARACTERS_PER_TOKEN) throw overflow(model);
}

function overflow({ id, context_length: context }: ModelContext): ApiError {
  return new ApiError(
    400,
    `The prompt has more than ${context} tokens, but the model '${id}' has a context of ${context} tokens, ` +
      "of which at least one is for the reply: shorten the messages.",
    { param: "messages", code: "context_length_exceeded" },
  );
}
