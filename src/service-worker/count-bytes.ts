/**
 * More is not counted. The branches of a cloned body share their source: what this one is ahead of the network is
 * kept in memory, where the page makes the body while it is sent. (Chromium keeps files, texts and forms by reference.)
 */
const MAX_COUNTED_BYTES = 16 * 2 ** 20;

/**
 * Counts the bytes of a request's body and keeps none of them.
 *
 * @param body null where there is none, undefined where the browser does not show it (Firefox)
 * @returns null where nobody can tell: the body is not shown, breaks off, or is bigger than `maxBytes`
 */
export async function countBytes(
  body: ReadableStream<Uint8Array> | null | undefined,
  maxBytes: number = MAX_COUNTED_BYTES,
): Promise<number | null> {
  if (body === null) return 0;
  if (body === undefined) return null;
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes;
      bytes += value.length;
      if (bytes > maxBytes) return null;
    }
  } catch {
    return null;
  } finally {
    // A branch that is cancelled keeps nothing any more.
    reader.cancel().catch(() => {});
  }
}
