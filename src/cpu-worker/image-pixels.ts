/**
 * Pixels of an image as a PPM file (https://netpbm.sourceforge.net/doc/ppm.html), which llama.cpp's decoder reads. That
 * knows no WebP and no rotation of a JPEG, so the browser decodes the file. Transparency is dropped, as web-llm does.
 *
 * @param file PNG, JPEG, WebP or GIF
 */
export async function imagePixels(file: Blob): Promise<ArrayBuffer> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    if (context === null) throw new Error("This browser cannot draw images in workers.");
    context.drawImage(bitmap, 0, 0);
    return ppmFile(context.getImageData(0, 0, width, height));
  } finally {
    bitmap.close();
  }
}

/** @param image four bytes a pixel: red, green, blue, opacity */
export function ppmFile({ width, height, data }: Pick<ImageData, "width" | "height" | "data">): ArrayBuffer {
  const header = new TextEncoder().encode(`P6 ${width} ${height} 255\n`);
  const file = new Uint8Array(header.length + width * height * 3);
  file.set(header);
  let at = header.length;
  for (let from = 0; from < data.length; from += 4) {
    file[at] = data[from] ?? 0;
    file[at + 1] = data[from + 1] ?? 0;
    file[at + 2] = data[from + 2] ?? 0;
    at += 3;
  }
  return file.buffer;
}
