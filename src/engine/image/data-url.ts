import { runSliced, type Sliced } from "../../util/sliced.ts";

/** A multiple of 3, so that base64 of the slices joins to base64 of the whole, and of `MAX_ARGUMENTS`. */
export const BYTES_PER_SLICE = 3 * 2 ** 17;
/** Bytes that are passed to one call: engines limit the number of arguments. */
const MAX_ARGUMENTS = 8192;

/** The file as a `data:` URL. */
export async function dataUrl(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return `data:${file.type};base64,${await runSliced(encodeBase64(bytes))}`;
}

export function* encodeBase64(bytes: Uint8Array): Sliced<string> {
  const encoded: string[] = [];
  for (let from = 0; from < bytes.length; from += BYTES_PER_SLICE) {
    if (from > 0) yield;
    const slice = bytes.subarray(from, from + BYTES_PER_SLICE);
    const pieces: string[] = [];
    for (let at = 0; at < slice.length; at += MAX_ARGUMENTS) {
      pieces.push(String.fromCharCode(...slice.subarray(at, at + MAX_ARGUMENTS)));
    }
    encoded.push(btoa(pieces.join("")));
  }
  return encoded.join("");
}
