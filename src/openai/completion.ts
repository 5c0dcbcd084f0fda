/** A reply that is not streamed. */
import type { ToolCall } from "./conversation.ts";
import type { FinishReason } from "./finish-reason.ts";

export interface CompletionUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details: { readonly cached_tokens: number };
}

/** The fields that a completion and every chunk of a stream have in common. */
export interface CompletionHead {
  readonly id: string;
  /** Unix timestamp in seconds. */
  readonly created: number;
  readonly model: string;
  /** Model, engine and build that replied. */
  readonly system_fingerprint: string;
}

/** A reply after its last part. */
export interface CompletedReply {
  /** "" if the model only called tools. */
  readonly content: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: FinishReason;
  readonly usage: CompletionUsage;
}

export interface ChatCompletion extends CompletionHead {
  readonly object: "chat.completion";
  readonly choices: [
    {
      readonly index: 0;
      readonly message: {
        readonly role: "assistant";
        readonly content: string;
        readonly refusal: null;
        readonly tool_calls?: ToolCall[];
      };
      readonly logprobs: null;
      readonly finish_reason: FinishReason;
    },
  ];
  readonly usage: CompletionUsage;
}

/** The engine's token counts under OpenAI's names. */
export function completionUsage(counts: {
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly completionTokens: number;
}): CompletionUsage {
  return {
    prompt_tokens: counts.promptTokens,
    completion_tokens: counts.completionTokens,
    total_tokens: counts.promptTokens + counts.completionTokens,
    prompt_tokens_details: { cached_tokens: counts.cachedTokens },
  };
}

/** The body of a response that is not streamed. */
export function chatCompletion(head: CompletionHead, reply: CompletedReply): ChatCompletion {
  const { content, toolCalls, finishReason, usage } = reply;
  return {
    id: head.id,
    object: "chat.completion",
    created: head.created,
    model: head.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content,
          refusal: null,
          ...(toolCalls.length === 0 ? {} : { tool_calls: [...toolCalls] }),
        },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    usage,
    system_fingerprint: head.system_fingerprint,
  };
}
