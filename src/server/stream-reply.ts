/** A reply as server-sent events. */
import type { Waiting } from "../contract/stream-part.ts";
import { createChunkFactory, type ChatCompletionChunk } from "../openai/chunk.ts";
import { completionUsage, type CompletionHead } from "../openai/completion.ts";
import { DONE, encodeComment, encodeData } from "../openai/sse.ts";
import { sleep } from "../util/sleep.ts";
import type { HttpExchange } from "./http-exchange.ts";
import type { ReplyPart } from "./generation.ts";

export interface StreamReplyOptions {
  /** The parts after the admission. */
  readonly parts: AsyncIterable<ReplyPart>;
  readonly includeUsage: boolean;
  /** False if headers must be sent before the admission. */
  readonly admitted: boolean;
  /** Waits for the admission. Names the engine that generates the reply, once it has begun; before, the chosen one. */
  head(): Promise<CompletionHead>;
  /** Settled before the reply's last frames are sent. */
  readonly exchange: Pick<HttpExchange, "settle" | "fail">;
  /** Delay between an error frame and the error that ends the stream, in milliseconds. */
  readonly errorFrameDelayMs: number;
}

/** The frames of one reply. A failure yields one error frame, then throws. */
export async function* streamReply(options: StreamReplyOptions): AsyncGenerator<string> {
  const { parts, includeUsage, exchange } = options;
  try {
    // Some browsers resolve `fetch` only when the body's first byte has come.
    if (!options.admitted) yield encodeComment("admission");
    let chunks = createChunkFactory(await options.head(), includeUsage);
    yield encodeData(chunks.role());
    let hasBegun = false;
    let comment: string | undefined;
    for await (const part of parts) {
      if (!hasBegun && part.type !== "waiting") {
        hasBegun = true;
        chunks = createChunkFactory(await options.head(), includeUsage);
      }
      if (part.type === "finish") {
        await exchange.settle(200);
        yield encodeData(chunks.finish(part.reason));
        if (includeUsage) yield encodeData(chunks.usage(completionUsage(part.usage)));
        break;
      }
      const frame = encodePart(part, chunks);
      if (frame === undefined) continue;
      // A comment equal to the one before it says nothing new.
      if (part.type === "waiting" && frame === comment) continue;
      if (part.type === "waiting") comment = frame;
      yield frame;
    }
    yield DONE;
  } catch (error) {
    const apiError = await exchange.fail(error);
    yield encodeData(apiError.toBody());
    await sleep(options.errorFrameDelayMs);
    throw new Error(apiError.message, { cause: error });
  }
}

function encodePart(
  part: Exclude<ReplyPart, { type: "finish" }>,
  chunks: ReturnType<typeof createChunkFactory>,
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
