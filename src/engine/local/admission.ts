import type { Model } from "../../contract/model.ts";
import type { Conversation } from "../../openai/conversation.ts";
import { runSliced } from "../../util/sliced.ts";
import { EngineError } from "../../contract/engine-error.ts";
import type { GrammarDialect } from "../grammar/grammar-dialect.ts";
import { type ReplyGrammar, replyGrammar } from "../grammar/reply-grammar.ts";
import type { LoadImage } from "../image/load-image.ts";
import { loadImages } from "./load-images.ts";
import type { PromptBuilder } from "./prompt-builder.ts";
import type { PromptInput } from "./runtime.ts";
import { cancellable } from "./cancellable.ts";

export interface Admission {
  readonly prompt: readonly PromptInput[];
  /** Of the whole prompt: text, images, and the tokens that the engine puts around images. */
  readonly promptTokens: number;
  /** Of its images, with the tokens around them. */
  readonly imageTokens: number;
  readonly grammar: ReplyGrammar;
}

/** A request and the collaborators that check it. */
export interface AdmissionRequest {
  readonly model: Model;
  readonly conversation: Conversation;
  readonly promptBuilder: PromptBuilder;
  readonly grammarDialect: GrammarDialect;
  readonly loadImage: LoadImage;
  readonly signal: AbortSignal;
}

/**
 * Checks if the model can serve a request, before any weights are needed. Images are fetched last, so that nothing is
 * fetched for a request that is at fault without them.
 *
 * @throws {EngineError} `invalid`, `context-overflow` or `cancelled`
 */
export async function admit({
  model,
  conversation,
  promptBuilder,
  grammarDialect,
  loadImage,
  signal,
}: AdmissionRequest): Promise<Admission> {
  const { id: modelId, context_length: context } = model;
  const { images, tokenizer } = promptBuilder;
  const building = runSliced(promptBuilder.build(conversation, context), signal);
  const built = await cancellable(building, signal);
  if (built === undefined) throw overflow(model, `more than ${context}`);
  if (built.textTokens >= context) throw overflow(model, built.textTokens);
  const grammar = replyGrammar(conversation, tokenizer.mark, grammarDialect);
  const prompt = await loadImages(built.pieces, { modelId, images, loadImage, signal });
  const imageTokens = prompt.reduce((sum, piece) => sum + (piece.type === "image" ? piece.tokens : 0), 0);
  const promptTokens = built.textTokens + imageTokens;
  if (promptTokens >= context) throw overflow(model, promptTokens);
  return { prompt, promptTokens, imageTokens, grammar };
}

function overflow({ id, context_length: context }: Model, length: number | string): EngineError {
  return new EngineError(
    "context-overflow",
    `The prompt has ${length} tokens, but the model '${id}' has a context of ${context} tokens, ` +
      "of which at least one is for the reply: shorten the messages.",
    "messages",
  );
}
