/** Scales images down before they are stored and sent: a model sees few pixels. */

/** Of the longer side. */
const MAX_SIDE_PIXELS = 1_024;
const JPEG_QUALITY = 0.88;

/**
 * The image as a JPEG `data:` URL, scaled down if need be. Transparent parts become white.
 *
 * @throws {Error} with a message for the user if the browser cannot read the file as an image
 */
export async function scaleImage(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(`“${file.name}” cannot be read as an image. Choose a PNG, JPEG, WebP or GIF file.`);
  });
  const { width, height } = scaledSize(bitmap);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser has no canvas to scale images with.");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return toDataUrl(await canvas.convertToBlob({ type: "image/jpeg", quality: JPEG_QUALITY }));
}

/** The size in pixels of the scaled image: never larger, in the same proportions. 4096 × 2048 → 1024 × 512. */
export function scaledSize({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onloadend = () => {
      if (typeof reader.result === "string") done(reader.result);
      else fail(reader.error ?? new Error("The image cannot be read."));
    };
    reader.readAsDataURL(blob);
  });
}
