/**
 * Work that lets others run meanwhile. A worker has one thread: while it looks at one request, the tokens of
 * everyone else's replies wait.
 */

/** Work in slices of bounded size, with a `yield` between one and the next. */
export type Sliced<T> = Generator<undefined, T, undefined>;

/**
 * Does the work, and lets the worker's other tasks, such as messages and timers, run after each slice.
 *
 * @throws the signal's reason, where it is aborted before the work is done
 */
export async function runSliced<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    // A promise alone would not do: its continuation runs before any other task.
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
  }
}
