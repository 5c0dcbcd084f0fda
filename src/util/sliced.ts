/**
 * Long synchronous work, done in slices. A worker has one thread: while it parses one request, the tokens of all other
 * replies wait.
 */

/** Work that yields between slices of bounded size. */
export type Sliced<T> = Generator<undefined, T, undefined>;

/**
 * Does the work, and lets the worker's other tasks, such as messages and timers, run after each slice.
 *
 * @throws the signal's reason if it is aborted before the work is done
 */
export async function runSliced<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    // Awaiting a resolved promise would not do: its continuation runs before any other task.
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
  }
}
