/** Whether a request can be served at all: answered before any weights are there. */
import type { Model } from "../../config/schema.ts";
import type { Conversation } from "../../openai/conversation.ts";
import { EngineError } from "../engine-error.ts";
import type { Prompt, PromptMaker } from "./prompt-maker.ts";

/** @throws {EngineError} `invalid` or `context-overflow` */
export function admit(model: Model, conversation: Conversation, promptMaker: PromptMaker): Prompt {
  checkSupported(model, conversation);
  const { context_length: context } = model;
  const prompt = promptMaker.make(conversation, context);
  if (prompt !== undefined && prompt.tokens < context) return prompt;
  const length = prompt === undefined ? `more than ${context}` : String(prompt.tokens);
  throw new EngineError(
    "context-overflow",
    `The prompt has ${length} tokens, but the model '${model.id}' has a context of ${context} tokens, ` +
      "of which at least one is for the reply: shorten the messages.",
    "messages",
  );
}

function checkSupported({ id }: Model, conversation: Conversation): void {
  const { turns, tools, tool_choice, response_format } = conversation;
  const hasImage = turns.some(
    (turn) => turn.role === "user" && turn.content.some(({ type }) => type === "image_url"),
  );
  if (hasImage) {
    throw new EngineError("invalid", `The model '${id}' takes no images: send text only.`, "messages");
  }
  if (tools.length > 0 && tool_choice.type !== "none") {
    throw new EngineError("invalid", "Tools are not supported by this engine yet.", "tools");
  }
  if (response_format.type !== "text") {
    throw new EngineError(
      "invalid",
      `The response format '${response_format.type}' is not supported by this engine yet: use 'text'.`,
      "response_format",
    );
  }
}
