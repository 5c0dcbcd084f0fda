/** A reply as one JSON text. */
import { chatCompletion, type CompletionHead } from "../openai/completion.ts";
import { within } from "../util/within.ts";
import { collectReply } from "./collect-reply.ts";
import type { HttpExchange } from "./http-exchange.ts";
import type { ReplyPart } from "./generation.ts";
import { keepAliveBody } from "./keep-alive-body.ts";
import { CLIENT_CLOSED_REQUEST } from "./to-api-error.ts";

export interface CompleteReplyOptions {
  /** The parts after the admission. */
  readonly parts: AsyncIterable<ReplyPart>;
  /** Waits for the admission. Names the engine that generates the reply, once it has begun. */
  head(): Promise<CompletionHead>;
  /** Settled before the JSON text is sent. */
  readonly exchange: Pick<HttpExchange, "settle" | "fail">;
  /** Time until headers must be sent, in milliseconds. */
  readonly headersTimeoutMs: number;
  /** Silence in a late body after which white space is sent, in milliseconds. */
  readonly whiteSpaceIntervalMs: number;
}

/**
 * The response's body: the JSON text, or, if that is not ready when headers must be sent, a stream of white space until
 * it is.
 *
 * @throws the error of a reply that fails before headers must be sent; a later one ends the body with a network error
 */
export async function completeReply(options: CompleteReplyOptions): Promise<BodyInit> {
  const { exchange, whiteSpaceIntervalMs } = options;
  const completion = (async () => {
    const reply = await collectReply(options.parts);
    const head = await options.head();
    await exchange.settle(200);
    return JSON.stringify(chatCompletion(head, reply));
  })();
  const inTime = await within(completion, options.headersTimeoutMs);
  if (inTime !== undefined) return inTime;
  return keepAliveBody(lateBody(completion, exchange), {
    idleText: " ",
    idleIntervalMs: whiteSpaceIntervalMs,
    cancel: () => void exchange.settle(CLIENT_CLOSED_REQUEST),
  });
}

async function* lateBody(
  completion: Promise<string>,
  exchange: Pick<HttpExchange, "fail">,
): AsyncGenerator<string> {
  // White space is legal before JSON, and some browsers resolve `fetch` only when the body's first byte has come.
  yield " ";
  try {
    yield await completion;
  } catch (error) {
    await exchange.fail(error);
    throw error;
  }
}
