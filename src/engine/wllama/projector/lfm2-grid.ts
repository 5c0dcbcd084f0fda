import { alignedSize, type ImageSize } from "./image-size.ts";

/** Constants of `mtmd_image_preprocessor_lfm2` in llama.cpp's `tools/mtmd/mtmd-image.h` (b11364). */
const TILE_SIZE = 512;
const MIN_TILES = 2;
const MAX_TILES = 10;
/** An image is cut into tiles if it has this many times the pixels of the largest whole image. */
const TOLERANCE = 2;
/** Tokens of an image as a whole. */
const MIN_TOKENS = 64;
const MAX_TOKENS = 256;

export interface Lfm2Grid {
  /** Number of tiles; 0 for an image that is not cut. */
  readonly tiles: number;
  readonly tile: ImageSize;
  /** Size to which the whole image is scaled. */
  readonly whole: ImageSize;
}

/**
 * The tiles that LFM2-VL sees of an image.
 *
 * @param align side in pixels of the square that becomes one token
 */
export function lfm2Grid(size: ImageSize, align: number): Lfm2Grid {
  const maxPixels = MAX_TOKENS * align ** 2;
  const whole = alignedSize(size, { align, minPixels: MIN_TOKENS * align ** 2, maxPixels });
  const tile = { width: TILE_SIZE, height: TILE_SIZE };
  const [width, height] = [size.width, size.height].map((side) => roundToEven(side / align) * align);
  if ((width ?? 0) * (height ?? 0) <= maxPixels * TOLERANCE) return { tiles: 0, tile, whole };
  return { tiles: closestGrid(size), tile, whole };
}

/** Number of tiles of the grid whose proportions are closest to the image's. */
function closestGrid({ width, height }: ImageSize): number {
  const ratio = Math.fround(width / height);
  let best = { tiles: 1, difference: Infinity };
  for (const [columns, rows] of grids()) {
    const difference = Math.abs(ratio - Math.fround(columns / rows));
    const tiles = columns * rows;
    const isLargeEnough = width * height > 0.5 * TILE_SIZE ** 2 * tiles;
    if (difference < best.difference) best = { tiles, difference };
    else if (difference === best.difference && isLargeEnough) best = { ...best, tiles };
  }
  return best.tiles;
}

/** All grids with an allowed number of tiles, fewest first. */
function grids(): readonly (readonly [columns: number, rows: number])[] {
  const all: [number, number][] = [];
  for (let columns = 1; columns <= MAX_TILES; columns += 1) {
    for (let rows = 1; columns * rows <= MAX_TILES; rows += 1) {
      if (columns * rows >= MIN_TILES) all.push([columns, rows]);
    }
  }
  return all.toSorted(([a, b], [c, d]) => a * b - c * d);
}

function roundToEven(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 === 1 ? rounded - 1 : rounded;
}
