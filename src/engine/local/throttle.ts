/** Returns a function that is true once in every `intervalMs` milliseconds. */
export function throttle(intervalMs: number): () => boolean {
  let lastMs = -Infinity;
  return () => {
    const now = performance.now();
    if (now - lastMs < intervalMs) return false;
    lastMs = now;
    return true;
  };
}
