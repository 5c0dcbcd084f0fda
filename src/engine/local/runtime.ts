/** A loaded model, as the engine needs it of any library. */
import type { Sampling } from "../../openai/conversation.ts";
import type { DecodingConstraint } from "../grammar/reply-grammar.ts";

export type PromptInput =
  | { readonly type: "text"; readonly text: string }
  /** A PNG, JPEG, WebP or GIF file that the browser can decode. */
  | { readonly type: "image"; readonly file: Blob };

export interface ReplyRequest {
  /** The whole prompt in order. Nothing is added to it. */
  readonly prompt: readonly PromptInput[];
  readonly sampling: Sampling;
  readonly maxTokens: number;
  /** Report this many of the likeliest tokens of each step, 1 to 5. */
  readonly topLogprobs?: number;
  /** Constrains the tokens of the reply. */
  readonly constraint?: DecodingConstraint;
}

export interface TokenLogprobs {
  /** The likeliest tokens, likeliest first: text and natural-log probability. */
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
}

/** Progress of the prefill, one token, or the end. */
export type ReplyStep =
  /** Before the first token. `fraction` of the prompt that is processed, 0 to 1. A runtime need not report it. */
  | { readonly type: "prefill"; readonly fraction: number }
  /** `decoded` is the text of the whole reply so far, which may end in an incomplete character. */
  | { readonly type: "token"; readonly decoded: string; readonly logprobs?: TokenLogprobs }
  | {
      readonly type: "end";
      readonly decoded: string;
      readonly reason: "stop" | "length";
      /** Tokens of the whole prompt, where the runtime counts them. */
      readonly promptTokens?: number;
      /** Prompt tokens that needed no prefill. */
      readonly cachedTokens: number;
      readonly completionTokens: number;
    };

export interface Runtime {
  /**
   * Generates one reply, one step for each pull. It must be pulled to its end, even after an interrupt: only then is
   * the model free for the next reply.
   */
  reply(request: ReplyRequest): AsyncIterator<ReplyStep, undefined>;
  /** Ends the current reply after its next token, or sooner. It may come during prefill, and again. */
  interrupt(): void;
  /** False after the device was lost. */
  isAlive(): Promise<boolean>;
  unload(): Promise<void>;
}
