import type { ImageHeader } from "./image-header.ts";
import { IMAGE_LIMITS } from "./image-limits.ts";
import { ImageProblem } from "./image-problem.ts";

/** An image that the browser has decoded once, as an engine takes it. */
export interface DecodedImage {
  /** A `data:` URL that we made. */
  readonly url: string;
  /** In pixels, as it is shown. */
  readonly width: number;
  readonly height: number;
}

/** @throws {ImageProblem} where the bytes are no image after all */
export type DecodeImage = (
  bytes: Uint8Array<ArrayBuffer>,
  type: ImageHeader["type"],
) => Promise<DecodedImage>;

/** Decodes by the browser's own decoders, in a worker. Scales down what is longer than the limit. */
export const decodeImage: DecodeImage = async (bytes, type) => {
  const file = new Blob([bytes], { type });
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch (error) {
    throw new ImageProblem("must be a whole image: this one cannot be decoded", { cause: error });
  }
  try {
    const scale = Math.min(1, IMAGE_LIMITS.side / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    return { url: await dataUrl(scale === 1 ? file : await redraw(bitmap, width, height)), width, height };
  } finally {
    bitmap.close();
  }
};

function redraw(bitmap: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws no images in workers.");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: "image/png" });
}

/** Bytes at a time: a call takes only so many arguments. */
const PIECE = 8192;

async function dataUrl(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  }
  return `data:${file.type};base64,${btoa(pieces.join(""))}`;
}
