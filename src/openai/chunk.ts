/** The chunks of a streamed reply. */
import type { CompletionHead, CompletionUsage } from "./completion.ts";
import type { FinishReason } from "./finish-reason.ts";

export interface ToolCallDelta {
  readonly index: number;
  /** Id, type and name come once, with the call's first delta. */
  readonly id?: string;
  readonly type?: "function";
  readonly function: { readonly name?: string; readonly arguments: string };
}

export interface ChunkDelta {
  readonly role?: "assistant";
  readonly content?: string;
  readonly tool_calls?: ToolCallDelta[];
}

export interface ChatCompletionChunk extends CompletionHead {
  readonly object: "chat.completion.chunk";
  /** Empty in the chunk with the usage; one choice in every other. */
  readonly choices: {
    readonly index: 0;
    readonly delta: ChunkDelta;
    readonly logprobs: null;
    readonly finish_reason: FinishReason | null;
  }[];
  /** Absent unless the usage was requested; then null in every chunk but the last. */
  readonly usage?: CompletionUsage | null;
}

/** Creates the chunks of one reply. */
export function createChunkFactory(head: CompletionHead, includeUsage: boolean) {
  const chunk = (delta: ChunkDelta, finishReason: FinishReason | null): ChatCompletionChunk => ({
    id: head.id,
    object: "chat.completion.chunk",
    created: head.created,
    model: head.model,
    system_fingerprint: head.system_fingerprint,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    ...(includeUsage ? { usage: null } : {}),
  });

  return {
    /** The first chunk. */
    role: () => chunk({ role: "assistant", content: "" }, null),
    text: (text: string) => chunk({ content: text }, null),
    toolCall: (index: number, id: string, name: string) =>
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }, null),
    toolArguments: (index: number, text: string) =>
      chunk({ tool_calls: [{ index, function: { arguments: text } }] }, null),
    finish: (reason: FinishReason) => chunk({}, reason),
    usage: (usage: CompletionUsage): ChatCompletionChunk => ({ ...chunk({}, null), choices: [], usage }),
  };
}
