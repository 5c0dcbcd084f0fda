import { readFileSync } from "node:fs";

/** First bytes of the image formats that browsers decode, as latin1. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^GIF8[79]a/, "image/gif"],
  [/^RIFF[^]{4}WEBP/, "image/webp"],
];

/**
 * An image file as a `data:` URL.
 *
 * @throws if the file cannot be read or is not an image
 */
export function readImage(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new Error(`The image ${file} cannot be read (${reason}).`, { cause: error });
  }
  const start = bytes.toString("latin1", 0, 16);
  const type = SIGNATURES.find(([signature]) => signature.test(start))?.[1];
  if (type === undefined) throw new Error(`${file} is not an image: it must be a PNG, JPEG, WebP or GIF.`);
  return `data:${type};base64,${bytes.toString("base64")}`;
}
