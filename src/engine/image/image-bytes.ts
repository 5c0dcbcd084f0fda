/** The bytes of an image, out of its `data:` URL or from the network. */
import { IMAGE_LIMITS } from "./image-limits.ts";
import { ImageProblem } from "./image-problem.ts";

const TOO_LONG = `must be an image of at most ${IMAGE_LIMITS.bytes / 2 ** 20} MiB`;

/**
 * @param url one that `imageUrlProblem` has nothing against
 * @param fetch asked for anything but `data:`, without credentials, and following no redirect, which could lead
 *   to a host that nobody has allowed
 * @throws {ImageProblem} where there is no image of bounded length
 */
export async function imageBytes(
  url: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return url.startsWith("data:")
    ? decodeBase64(url.slice(url.indexOf(",") + 1))
    : fetchBytes(url, fetch, signal);
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  // Four digits carry three bytes, the last of which may be padding.
  if ((base64.length / 4) * 3 > IMAGE_LIMITS.bytes + 2) throw new ImageProblem(TOO_LONG);
  let binary: string;
  try {
    binary = atob(base64);
  } catch (error) {
    throw new ImageProblem("must be whole base64 data: its length or its padding is wrong", { cause: error });
  }
  if (binary.length > IMAGE_LIMITS.bytes) throw new ImageProblem(TOO_LONG);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

async function fetchBytes(
  url: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(url, {
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal,
    });
    return await readImageBody(response);
  } catch (error) {
    if (error instanceof ImageProblem) throw error;
    throw new ImageProblem(
      signal.aborted
        ? `must lead to an image that arrives within ${IMAGE_LIMITS.fetch / 1000} s`
        : "must lead to an image that can be fetched without credentials and without a redirect",
      { cause: error },
    );
  }
}

async function readImageBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const type = response.headers.get("content-type") ?? "no content type";
  const problem = response.ok
    ? type.startsWith("image/") || `it is answered with ${type}`
    : `it is answered with status ${response.status}`;
  if (problem !== true) {
    await response.body?.cancel();
    throw new ImageProblem(`must lead to an image: ${problem}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > IMAGE_LIMITS.bytes) throw new ImageProblem(TOO_LONG);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
