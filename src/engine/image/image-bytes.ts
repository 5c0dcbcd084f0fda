/** The bytes of an image, from its `data:` URL or from the network. */
import { concatenate } from "../../util/concatenate.ts";
import { runSliced, type Sliced } from "../../util/sliced.ts";
import { IMAGE_FETCH_TIMEOUT_MS, MAX_IMAGE_BYTES } from "./image-limits.ts";
import { ImageError } from "./image-error.ts";

const TOO_LARGE = `must be an image of at most ${MAX_IMAGE_BYTES / 2 ** 20} MiB`;

/**
 * @param url one that `imageUrlProblem` accepts
 * @param fetch called for anything but `data:`, without credentials and without following redirects, which could lead
 *   to a host that nobody has allowed
 * @param check called with the first bytes of the image before the rest is read; may throw
 * @throws {ImageError} if there is no image, or a file over the limit
 */
export async function imageBytes(
  url: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  check: CheckFirstBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  return url.startsWith("data:")
    ? runSliced(decodeBase64(url.slice(url.indexOf(",") + 1), check))
    : fetchBytes(url, fetch, signal, check);
}

export type CheckFirstBytes = (bytes: Uint8Array) => void;

/** Base64 digits that are decoded in one slice: a multiple of 4, which encode 3 bytes. */
export const DIGITS_PER_SLICE = 2 ** 19;
const BAD_PADDING = "must be whole base64 data: its length or its padding is wrong";

export function* decodeBase64(base64: string, check: CheckFirstBytes): Sliced<Uint8Array<ArrayBuffer>> {
  // Four digits encode three bytes; up to two of the last four may be padding.
  if ((base64.length / 4) * 3 > MAX_IMAGE_BYTES + 2) throw new ImageError(TOO_LARGE);
  const padding = base64.indexOf("=");
  const digits = padding === -1 ? base64.length : padding;
  if (base64.length - digits > 2) throw new ImageError(BAD_PADDING);
  const length = Math.floor((digits * 3) / 4);
  if (length > MAX_IMAGE_BYTES) throw new ImageError(TOO_LARGE);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (let from = 0; from < base64.length; from += DIGITS_PER_SLICE) {
    if (from > 0) yield;
    const binary = decodeSlice(base64.slice(from, from + DIGITS_PER_SLICE));
    for (let index = 0; index < binary.length; index += 1) bytes[at + index] = binary.charCodeAt(index);
    at += binary.length;
    if (from === 0) check(bytes.subarray(0, at));
  }
  return bytes;
}

function decodeSlice(base64: string): string {
  try {
    return atob(base64);
  } catch (error) {
    throw new ImageError(BAD_PADDING, { cause: error });
  }
}

async function fetchBytes(
  url: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  check: CheckFirstBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(url, {
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal,
    });
    return await readImageBody(response, check);
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError(
      signal.aborted
        ? `must lead to an image that arrives within ${IMAGE_FETCH_TIMEOUT_MS / 1000} s`
        : "must lead to an image that can be fetched without credentials and without a redirect",
      { cause: error },
    );
  }
}

async function readImageBody(response: Response, check: CheckFirstBytes): Promise<Uint8Array<ArrayBuffer>> {
  const problem = responseProblem(response);
  if (problem !== undefined) {
    await response.body?.cancel();
    throw new ImageError(`must lead to an image: the response has ${problem}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_IMAGE_BYTES) throw new ImageError(TOO_LARGE);
    if (chunks.length === 0) check(chunk);
    chunks.push(chunk);
  }
  return concatenate(chunks);
}

function responseProblem({ ok, status, headers }: Response): string | undefined {
  const type = headers.get("content-type");
  if (!ok) return `status ${status}`;
  if (type === null) return "no content type";
  return type.startsWith("image/") ? undefined : `the type ${type}`;
}
