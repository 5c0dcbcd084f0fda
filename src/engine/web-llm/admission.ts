/** Whether a request can be served at all: answered before any weights are there. */
import type { Model } from "../../config/schema.ts";
import type { Conversation } from "../../openai/conversation.ts";
import { EngineError } from "../engine-error.ts";
import { type ReplyGrammar, replyGrammar } from "../grammar/reply-grammar.ts";
import type { Prompt, PromptMaker } from "./prompt-maker.ts";

export interface Admission {
  readonly prompt: Prompt;
  readonly grammar: ReplyGrammar;
}

/** @throws {EngineError} `invalid` or `context-overflow` */
export function admit(model: Model, conversation: Conversation, promptMaker: PromptMaker): Admission {
  checkSupported(model, conversation);
  const { context_length: context } = model;
  const prompt = promptMaker.make(conversation, context);
  if (prompt !== undefined && prompt.tokens < context) {
    return { prompt, grammar: replyGrammar(conversation, promptMaker.tokenizer.mark) };
  }
  const length = prompt === undefined ? `more than ${context}` : String(prompt.tokens);
  throw new EngineError(
    "context-overflow",
    `The prompt has ${length} tokens, but the model '${model.id}' has a context of ${context} tokens, ` +
      "of which at least one is for the reply: shorten the messages.",
    "messages",
  );
}

function checkSupported({ id }: Model, { turns }: Conversation): void {
  const hasImage = turns.some(
    (turn) => turn.role === "user" && turn.content.some(({ type }) => type === "image_url"),
  );
  if (hasImage) {
    throw new EngineError("invalid", `The model '${id}' takes no images: send text only.`, "messages");
  }
}
