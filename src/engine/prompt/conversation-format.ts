import type { Conversation } from "../../openai/conversation.ts";
import type { Segment } from "./segment.ts";

/** A model's format of prompts, whatever language its chat template is written in. */
export interface ConversationFormat {
  /**
   * The whole prompt, up to the point where the assistant's reply begins. Images stay where the client put them in a
   * turn's text.
   *
   * @throws {import("../../contract/engine-error.ts").EngineError} `invalid` if the template refuses the conversation
   */
  render(conversation: Conversation): readonly Segment[];
  /** The template's own texts, between which content is put. */
  readonly texts: readonly string[];
  /** Ends of turns: the texts before a role that begins a turn. */
  readonly separators: readonly string[];
  /** Texts, or names of tokens, that end a reply. */
  readonly stopTexts: readonly string[];
  readonly stopTokenIds: readonly number[];
}
