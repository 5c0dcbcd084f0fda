/** How many items are kept at most. A reply is shorter: every model has its ceiling. */
const MAX_BUFFERED_ITEMS = 4_096;

/**
 * What `source` yields, taken from it as it comes, from now on, and kept until it is asked for: whoever reads slowly,
 * or stops, does not hold up the source. An error comes after all that came before it.
 */
export function readAhead<Item>(
  source: AsyncIterable<Item>,
  most: number = MAX_BUFFERED_ITEMS,
): AsyncGenerator<Item, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  const kept = new ReadableStream<() => Item>(
    {
      async pull(controller) {
        try {
          const next = await iterator.next();
          if (next.done === true) controller.close();
          else controller.enqueue(() => next.value);
        } catch (error) {
          // Not `controller.error`: that throws away what is kept.
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
    { highWaterMark: most },
  );
  return drain(kept.getReader());
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
    // Its end may take as long as the source's pending step; nobody needs to wait for it.
    reader.cancel().catch(() => {});
  }
}
