/**
 * Limit of the count. The branches of a cloned body share their source, so bytes that this branch has read and the
 * network has not are buffered in memory, if the page streams the body. (Chromium keeps files, texts and forms by
 * reference.)
 */
const MAX_COUNTED_BYTES = 16 * 2 ** 20;

/**
 * Counts the bytes of a request's body and keeps none of them.
 *
 * @param body null without a body, undefined where the browser does not show it (Firefox)
 * @returns null if the size is unknown: the body is not shown, breaks off, or is larger than `maxBytes`
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
    // A cancelled branch buffers nothing.
    reader.cancel().catch(() => {});
  }
}
