/** A response body that is made while it is read. */

export interface KeepAliveBodyOptions {
  /** Sent whenever the source has been silent for `idleAfter` milliseconds. */
  readonly idleText: string;
  readonly idleIntervalMs: number;
  /** Called when the client gives up. It must make the source's pending step end. */
  cancel(): void;
}

/**
 * Bytes of the texts that `source` yields. It is pulled only when the client reads, so nothing piles up here; an
 * error that it throws ends the body as a network error, never as a clean close.
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
        options.cancel();
        pending?.catch(() => {});
        source.return(undefined).catch(() => {});
      },
    },
    // No chunk is made before it is asked for: an error would throw away what waits in the queue.
    { highWaterMark: 0 },
  );
}

/** What `promise` gives within `milliseconds`, else undefined; it then goes on. */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
