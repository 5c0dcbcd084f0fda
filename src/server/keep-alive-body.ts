/** A response body that is generated as it is read, and never silent for long. */
import { within } from "../util/within.ts";

export interface KeepAliveBodyOptions {
  /** Sent whenever the source has yielded nothing for `idleIntervalMs`. */
  readonly idleText: string;
  readonly idleIntervalMs: number;
  /** Called when the client cancels. It must end the source's pending step. */
  cancel(): void;
}

/**
 * The texts of `source` as UTF-8. The source is pulled only when the client reads, so nothing accumulates here. If it
 * throws, the body ends with a network error, never with a clean close.
 */
export function keepAliveBody(
  source: AsyncGenerator<string>,
  options: KeepAliveBodyOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let pending: Promise<IteratorResult<string>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        pending ??= source.next();
        const result = await within(pending, options.idleIntervalMs);
        if (result === undefined) {
          controller.enqueue(encoder.encode(options.idleText));
          return;
        }
        pending = undefined;
        if (result.done === true) controller.close();
        else controller.enqueue(encoder.encode(result.value));
      },
      cancel() {
        // In a task of its own: WebKitGTK 2.50 holds a lock of the fetch here, and waits for it for ever where what
        // follows uses the stream.
        setTimeout(() => {
          options.cancel();
          pending?.catch(() => {});
          source.return(undefined).catch(() => {});
        });
      },
    },
    // No chunk is produced ahead of a read: an error would discard what is queued.
    { highWaterMark: 0 },
  );
}
