/** A reply as server-sent events. */
import type { Waiting } from "../contract/stream-part.ts";
import { chunkMaker, type ChatCompletionChunk } from "../openai/chunk.ts";
import { completionUsage, type CompletionHead } from "../openai/completion.ts";
import { DONE, encodeComment, encodeData } from "../openai/sse.ts";
import type { ReplyPart } from "./generation.ts";
import { toApiError } from "./to-api-error.ts";

export interface StreamReplyOptions {
  /** What follows the admission. */
  readonly parts: AsyncIterable<ReplyPart>;
  readonly includeUsage: boolean;
  /** Whether the headers had to go before the admission came. */
  readonly late: boolean;
  /** Waits for the admission, which may still be out. */
  head(): Promise<CompletionHead>;
  /** Called once the reply is whole, before its end is sent. */
  finished(): Promise<void>;
  /** Called when the reply fails, with the status that it would have had. */
  failed(error: unknown, status: number): Promise<void>;
  /** Resolves when a last frame has had its time to arrive. */
  lastFrame(): Promise<void>;
}

/** The frames of one reply. After a failure comes one error frame, and then the error is thrown. */
export async function* streamReply(options: StreamReplyOptions): AsyncGenerator<string> {
  const { parts, includeUsage } = options;
  try {
    // Some browsers show a response only when a byte of its body is there.
    if (options.late) yield encodeComment("admission");
    const chunks = chunkMaker(await options.head(), includeUsage);
    yield encodeData(chunks.role());
    let comment: string | undefined;
    for await (const part of parts) {
      if (part.type === "finish") {
        await options.finished();
        yield encodeData(chunks.finish(part.reason));
        if (includeUsage) yield encodeData(chunks.usage(completionUsage(part.usage)));
        break;
      }
      const frame = encodePart(part, chunks);
      if (frame === undefined) continue;
      // A state that reads as the one before it says nothing new.
      if (part.type === "waiting" && frame === comment) continue;
      if (part.type === "waiting") comment = frame;
      yield frame;
    }
    yield DONE;
  } catch (error) {
    const apiError = toApiError(error);
    await options.failed(error, apiError.status);
    yield encodeData(apiError.toBody());
    await options.lastFrame();
    throw new Error(apiError.message, { cause: error });
  }
}

function encodePart(
  part: Exclude<ReplyPart, { type: "finish" }>,
  chunks: ReturnType<typeof chunkMaker>,
): string | undefined {
  const chunk = (value: ChatCompletionChunk) => encodeData(value);
  switch (part.type) {
    case "waiting":
      return encodeComment(describeWaiting(part));
    case "text":
      return part.text === "" ? undefined : chunk(chunks.text(part.text));
    case "tool-call":
      return chunk(chunks.toolCall(part.index, part.id, part.name));
    case "tool-arguments":
      return part.text === "" ? undefined : chunk(chunks.toolArguments(part.index, part.text));
  }
}

function describeWaiting({ phase, fraction }: Waiting): string {
  return fraction === undefined ? phase : `${phase} ${Math.floor(fraction * 100)}%`;
}
