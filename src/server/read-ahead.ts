/** More than the parts of any reply: every model has a maximum reply length. */
const MAX_BUFFERED_ITEMS = 4_096;

/**
 * The items of `source`, pulled at once and buffered until they are read, so that a slow reader does not hold up the
 * source. An error is thrown after all items before it have been read.
 */
export function readAhead<Item>(
  source: AsyncIterable<Item>,
  maxBuffered: number = MAX_BUFFERED_ITEMS,
): AsyncGenerator<Item, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  const buffer = new ReadableStream<() => Item>(
    {
      async pull(controller) {
        try {
          const next = await iterator.next();
          if (next.done === true) controller.close();
          else controller.enqueue(() => next.value);
        } catch (error) {
          // Not `controller.error`, which discards the buffer.
          controller.enqueue(() => {
            throw error;
          });
          controller.close();
        }
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: maxBuffered },
  );
  return drain(buffer.getReader());
}

async function* drain<Item>(
  reader: ReadableStreamDefaultReader<() => Item>,
): AsyncGenerator<Item, void, undefined> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value();
    }
  } finally {
    // It may take as long as the source's pending step, and nobody needs the answer.
    reader.cancel().catch(() => {});
  }
}
