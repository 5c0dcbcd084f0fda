import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readImageHeader } from "./image-header.ts";

const latin1 = (text: string) => [...Buffer.from(text, "latin1")];
const be16 = (value: number) => [value >> 8, value & 0xff];
const be32 = (value: number) => [...be16(value >>> 16), ...be16(value & 0xffff)];
const le16 = (value: number) => be16(value).toReversed();
const le24 = (value: number) => [...le16(value & 0xffff), value >> 16];
const le32 = (value: number) => be32(value).toReversed();

const png = [
  ...latin1("\x89PNG\r\n\x1a\n"),
  ...be32(13),
  ...latin1("IHDR"),
  ...be32(70_000),
  ...be32(3),
  8,
  2,
];
const jpeg = [
  [0xff, 0xd8],
  [0xff, 0xe0, ...be16(6), 1, 2, 3, 4],
  [0xff, 0xff, 0xff, 0xc4, ...be16(3), 9],
  [0xff, 0xc2, ...be16(17), 8, ...be16(480), ...be16(640), 3],
].flat();
const gif = (flags: number, ...blocks: readonly number[]) => [
  ...latin1("GIF89a"),
  ...le16(10),
  ...le16(20),
  flags,
  0,
  0,
  ...blocks,
];
const frame = (left: number, top: number, width: number, height: number) => [
  0x2c,
  ...[left, top, width, height].flatMap(le16),
  0,
];
const webp = (kind: string, ...data: readonly number[]) => [
  ...latin1("RIFF"),
  ...le32(100),
  ...latin1(`WEBP${kind}`),
  ...le32(50),
  ...data,
];

const files: readonly (readonly [
  name: string,
  bytes: number[],
  type: string,
  width: number,
  height: number,
])[] = [
  ["a PNG", png, "image/png", 70_000, 3],
  ["a JPEG whose frame comes after other segments", jpeg, "image/jpeg", 640, 480],
  ["a GIF", gif(0, ...frame(0, 0, 10, 20)), "image/gif", 10, 20],
  [
    "a GIF with colours and an extension",
    gif(0x80, 1, 2, 3, 4, 5, 6, 0x21, 0xf9, 2, 7, 7, 0, ...frame(0, 0, 1, 1)),
    "image/gif",
    10,
    20,
  ],
  [
    "a GIF whose frame is larger than its screen",
    gif(0, ...frame(5, 0, 65_000, 65_535)),
    "image/gif",
    65_005,
    65_535,
  ],
  [
    "a lossy WebP",
    webp("VP8 ", 0, 0, 0, 0x9d, 1, 0x2a, ...le16(0x4000 | 300), ...le16(200)),
    "image/webp",
    300,
    200,
  ],
  ["a lossless WebP", webp("VP8L", 0x2f, ...le32((299 | (199 << 14)) >>> 0)), "image/webp", 300, 200],
  ["an extended WebP", webp("VP8X", 0, 0, 0, 0, ...le24(99_999), ...le24(1)), "image/webp", 100_000, 2],
];

describe("readImageHeader", () => {
  it.each(files)("reads the size of %s", (_, bytes, type, width, height) => {
    expect(readImageHeader(Uint8Array.from(bytes))).toEqual({ type, width, height });
  });

  it.each(files)("finds no header in the first bytes of %s alone", (_, bytes) => {
    for (let length = 0; length < 16; length += 1) {
      expect(readImageHeader(Uint8Array.from(bytes.slice(0, length)))).toBeUndefined();
    }
  });

  it.each([
    "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "This is no image.",
    "RIFF....WAVEfmt ",
    "\xff\xd8 no",
  ])("finds no header in %s", (text) =>
    expect(readImageHeader(Uint8Array.from(latin1(text)))).toBeUndefined(),
  );

  it("terminates without an error on any bytes after a signature", () => {
    const start = fc.constantFrom(...files.map(([, bytes]) => bytes), []);
    const cut = fc.tuple(start, fc.nat(30), fc.uint8Array({ maxLength: 200 }));
    fc.assert(
      fc.property(cut, ([bytes, length, rest]) => {
        const header = readImageHeader(Uint8Array.from([...bytes.slice(0, length), ...rest]));
        if (header !== undefined) expect(header.width * header.height).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2000, seed: 4 },
    );
  });
});
