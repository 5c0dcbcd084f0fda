import type { ReplyEvent, ReplyInput } from "../../service/reply-event.ts";

/** A service whose replies the test feeds, ends and fails; it answers the latest request. */
export function manualService() {
  const requests: ReplyInput[] = [];
  let controller: ReadableStreamDefaultController<ReplyEvent> | undefined;

  async function* requestReply(input: ReplyInput, abort: AbortSignal) {
    requests.push(input);
    const events = new ReadableStream<ReplyEvent>({ start: (opened) => void (controller = opened) });
    abort.addEventListener("abort", () => controller?.error(abort.reason));
    yield* events;
  }
  const feed = (...events: ReplyEvent[]) => events.forEach((event) => controller?.enqueue(event));

  return {
    requests,
    requestReply,
    feed,
    /** A complete reply. */
    answer(text: string) {
      feed({ type: "requested" }, { type: "text", text }, { type: "finish", reason: "complete" });
      controller?.close();
    },
    end: () => controller?.close(),
    fail: (message: string) => controller?.error(new Error(message)),
  };
}
