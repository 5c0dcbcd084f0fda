/**
 * Type and size of an image, read from its file's first bytes. A small file may claim a size that takes all memory to
 * decode, so the size is checked before anything decodes the file.
 */
export interface ImageHeader {
  readonly type: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
  /** In pixels, as stored: a JPEG may be rotated when it is shown. */
  readonly width: number;
  readonly height: number;
}

/** The header of a PNG, JPEG, WebP or GIF file; undefined if `bytes` do not begin like one. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readJpeg(view) ?? readWebp(view) ?? readGif(view);
  } catch (error) {
    // A read beyond the end of the view: the file is truncated.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The ASCII text of `length` bytes at `offset`. */
function ascii(view: DataView, offset: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(offset + index)));
}

/** https://www.w3.org/TR/png/#5PNG-file-signature */
function readPng(view: DataView): ImageHeader | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  if (ascii(view, 12, 4) !== "IHDR") return undefined;
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

/** Skips segments up to the frame header, any kind of SOF. https://www.w3.org/Graphics/JPEG/itu-t81.pdf */
function readJpeg(view: DataView): ImageHeader | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { type: "image/jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(view: DataView): ImageHeader | undefined {
  if (ascii(view, 0, 4) !== "RIFF" || ascii(view, 8, 4) !== "WEBP") return undefined;
  const size = (width: number, height: number): ImageHeader => ({ type: "image/webp", width, height });
  switch (ascii(view, 12, 4)) {
    case "VP8 ":
      return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case "VP8X":
      return size((view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1);
    default:
      return undefined;
  }
}

const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;

/** The first frame may exceed the logical screen; browsers then decode to the larger size. https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function readGif(view: DataView): ImageHeader | undefined {
  if (!/^GIF8[79]a$/.test(ascii(view, 0, 6))) return undefined;
  let at = 13 + colourTableBytes(view.getUint8(10));
  while (view.getUint8(at) === GIF_EXTENSION) {
    at += 2;
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  if (view.getUint8(at) !== GIF_IMAGE) return undefined;
  const [left = 0, top = 0, frameWidth = 0, frameHeight = 0] = [1, 3, 5, 7].map((offset) =>
    view.getUint16(at + offset, true),
  );
  return {
    type: "image/gif",
    width: Math.max(view.getUint16(6, true), left + frameWidth),
    height: Math.max(view.getUint16(8, true), top + frameHeight),
  };
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
