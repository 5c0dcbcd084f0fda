/**
 * Settles as `work` does, or rejects with `reason()` as soon as the signal is aborted. Nothing stops the work itself.
 *
 * @param reason the error to reject with; by default the signal's own
 */
export async function abortable<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  reason: () => unknown = () => signal.reason,
): Promise<Result> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(reason());
  });
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
