/** Small PNG files whose pixels the tests know. Source: https://www.w3.org/TR/png/ */
import { crc32, deflateSync } from "node:zlib";

export type Colour = readonly [red: number, green: number, blue: number];

/** A picture of vertical stripes, one per colour, as a `data:` URL. */
export function pngUrl({ width = 16, height = 16 }, ...stripes: readonly Colour[]): string {
  const row = Buffer.alloc(1 + 3 * width); // The leading zero: the row is not filtered.
  for (let x = 0; x < width; x += 1)
    row.set(stripes[Math.floor((x * stripes.length) / width)] ?? [], 1 + 3 * x);
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  return fileUrl(header(width, height), chunk("IDAT", deflateSync(pixels)), chunk("IEND"));
}

/** A small file whose header claims `side * side` pixels. */
export function hugePngUrl(side: number): string {
  return fileUrl(header(side, side), chunk("IDAT", deflateSync(new Uint8Array(1000))), chunk("IEND"));
}

/** A file with valid chunks but invalid pixel data. */
export function damagedPngUrl(): string {
  return fileUrl(header(16, 16), chunk("IDAT", Buffer.from("no pixels")), chunk("IEND"));
}

function fileUrl(...chunks: readonly Buffer[]): string {
  const file = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
  return `data:image/png;base64,${file.toString("base64")}`;
}

/** The header chunk: eight bits for each of red, green and blue. */
function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return chunk("IHDR", data);
}

function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
