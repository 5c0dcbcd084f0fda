/** Whether a request can be served at all: answered before any weights are there. */
import type { Model } from "../../config/schema.ts";
import type { Conversation } from "../../openai/conversation.ts";
import { EngineError } from "../engine-error.ts";
import { type ReplyGrammar, replyGrammar } from "../grammar/reply-grammar.ts";
import { IMAGE_LIMITS } from "../image/image-limits.ts";
import type { LoadImage } from "../image/load-image.ts";
import { loadImages } from "./load-images.ts";
import type { PromptMaker } from "./prompt-maker.ts";
import type { PromptInput } from "./runtime.ts";

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
  promptMaker: PromptMaker,
  loadImage: LoadImage,
  signal: AbortSignal,
): Promise<Admission> {
  checkImages(model, conversation, promptMaker);
  const { context_length: context } = model;
  const made = promptMaker.make(conversation, context);
  if (made === undefined) throw overflow(model, `more than ${context}`);
  if (made.textTokens >= context) throw overflow(model, made.textTokens);
  const grammar = replyGrammar(conversation, promptMaker.tokenizer.mark);
  const prompt = await loadImages(made.pieces, loadImage, signal);
  const promptTokens = prompt.reduce(
    (sum, piece) => sum + (piece.type === "image" ? (promptMaker.images?.tokens(piece) ?? 0) : 0),
    made.textTokens,
  );
  if (promptTokens >= context) throw overflow(model, promptTokens);
  return { prompt, promptTokens, grammar };
}

function checkImages({ id }: Model, { turns }: Conversation, { images: input }: PromptMaker): void {
  const images = turns.flatMap((turn) =>
    turn.role === "user" ? turn.content.filter((part) => part.type === "image") : [],
  );
  const [first] = images;
  if (first !== undefined && input === undefined) {
    throw new EngineError("invalid", `The model '${id}' takes no images: send text only.`, first.field);
  }
  const surplus = images[IMAGE_LIMITS.count];
  if (surplus !== undefined) {
    const message = `A request may have at most ${IMAGE_LIMITS.count} images: this one has ${images.length}.`;
    throw new EngineError("invalid", message, surplus.field);
  }
}

function overflow({ id, context_length: context }: Model, length: number | string): EngineError {
  return new EngineError(
    "context-overflow",
    `The prompt has ${length} tokens, but the model '${id}' has a context of ${context} tokens, ` +
      "of which at least one is for the reply: shorten the messages.",
    "messages",
  );
}
