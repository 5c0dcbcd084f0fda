export interface ImageSize {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export interface AlignedSizeOptions {
  /** Both sides are multiples of this. */
  readonly align: number;
  readonly minPixels?: number;
  readonly maxPixels?: number;
}

/**
 * The size to which llama.cpp scales an image that keeps its proportions, in the same single-precision steps.
 * Source: `calc_size_preserved_ratio` in `tools/mtmd/mtmd-image.cpp`.
 */
export function alignedSize(
  { width, height }: ImageSize,
  { align, minPixels = 0, maxPixels = 0 }: AlignedSizeOptions,
): ImageSize {
  const { fround, round, floor, ceil, max, sqrt } = Math;
  const aligned = (by: (value: number) => number) => (side: number) =>
    by(fround(fround(side) / align)) * align;
  const sides = [width, height].map((side) => max(align, aligned(round)(side)));
  const [w = align, h = align] = sides;
  const area = fround(fround(height) * width);
  if (maxPixels > 0 && w * h > maxPixels) {
    const beta = fround(sqrt(fround(area / maxPixels)));
    const scaled = (side: number) => max(align, aligned(floor)(side / beta));
    return { width: scaled(width), height: scaled(height) };
  }
  if (minPixels > 0 && w * h < minPixels) {
    const beta = fround(sqrt(fround(minPixels / area)));
    const scaled = (side: number) => aligned(ceil)(side * beta);
    return { width: scaled(width), height: scaled(height) };
  }
  return { width: w, height: h };
}
