/** Pictures for a model, which sees few pixels: none larger is kept or sent. */

/** Of the longer side, in pixels. */
const MAX_SIDE_PIXELS = 1_024;
const JPEG_QUALITY = 0.88;

/**
 * A picture as a JPEG `data:` URL that is no larger than a model needs. Transparent parts become white.
 *
 * @throws {Error} in words for the person, where the browser cannot read the file as a picture
 */
export async function scaleImage(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(`“${file.name}” cannot be read as a picture. Choose a PNG, JPEG, WebP or GIF file.`);
  });
  const { width, height } = scaledSize(bitmap);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser gives no canvas to scale pictures on.");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return toDataUrl(await canvas.convertToBlob({ type: "image/jpeg", quality: JPEG_QUALITY }));
}

/** The size in pixels, scaled down where a side is too long, never up. */
export function scaledSize({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onloadend = () => {
      if (typeof reader.result === "string") done(reader.result);
      else fail(reader.error ?? new Error("The picture cannot be read."));
    };
    reader.readAsDataURL(blob);
  });
}
