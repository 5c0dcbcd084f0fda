/** Whether a request can be served at all: answered before any weights are there. */
import type { Model } from "../../config/model.ts";
import type { Conversation } from "../../openai/conversation.ts";
import { runSliced } from "../../openai/sliced.ts";
import { EngineError } from "../../contract/engine-error.ts";
import { type ReplyGrammar, replyGrammar } from "../grammar/reply-grammar.ts";
import type { LoadImage } from "../image/load-image.ts";
import { loadImages } from "./load-images.ts";
import type { PromptBuilder } from "./prompt-builder.ts";
import type { PromptInput } from "./runtime.ts";
import { cancellable } from "./cancellable.ts";

export interface Admission {
  readonly prompt: readonly PromptInput[];
  /** Of the whole prompt: its text, its images, and what web-llm puts around those. */
  readonly promptTokens: number;
  readonly grammar: ReplyGrammar;
}

/**
 * Nothing is fetched for a request that is at fault without its images.
 *
 * @throws {EngineError} `invalid` or `context-overflow`
 */
export async function admit(
  model: Model,
  conversation: Conversation,
  promptBuilder: PromptBuilder,
  loadImage: LoadImage,
  signal: AbortSignal,
): Promise<Admission> {
  const { id: modelId, context_length: context } = model;
  const { images, tokenizer } = promptBuilder;
  const making = runSliced(promptBuilder.build(conversation, context), signal);
  const made = await cancellable(making, signal);
  if (made === undefined) throw overflow(model, `more than ${context}`);
  if (made.textTokens >= context) throw overflow(model, made.textTokens);
  const grammar = replyGrammar(conversation, tokenizer.mark);
  const prompt = await loadImages(made.pieces, { modelId, images, loadImage, signal });
  const promptTokens = prompt.reduce(
    (sum, piece) => sum + (piece.type === "image" ? piece.tokens : 0),
    made.textTokens,
  );
  if (promptTokens >= context) throw overflow(model, promptTokens);
  return { prompt, promptTokens, grammar };
}

function overflow({ id, context_length: context }: Model, length: number | string): EngineError {
  return new EngineError(
    "context-overflow",
    `The prompt has ${length} tokens, but the model '${id}' has a context of ${context} tokens, ` +
      "of which at least one is for the reply: shorten the messages.",
    "messages",
  );
}
