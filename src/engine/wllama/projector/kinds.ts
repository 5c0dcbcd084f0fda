/**
 * Kinds of projectors whose images we can count, by their names in llama.cpp (`PROJECTOR_TYPE_NAMES` in
 * `tools/mtmd/clip-impl.h`). Sources: `init_vision` of `mtmd.cpp` for the tokens around images, `clip_n_output_tokens`
 * of `clip.cpp` and `preprocess` in `mtmd-image.cpp` for their number.
 */
import { alignedSize, type ImageSize } from "./image-size.ts";
import { lfm2Grid } from "./lfm2-grid.ts";
import type { VisionFields } from "./vision-fields.ts";

export interface ProjectorKind {
  /** Texts that llama.cpp puts before and after an image. */
  readonly around: readonly string[];
  /** Matches the names of other tokens that it puts between the parts of an image. */
  readonly between?: RegExp;
  /** True if each token of an image attends to those after it: all of them have to be in one batch. */
  readonly seesAhead: boolean;
  /** The limit that we set, where llama.cpp's own is too high for a CPU. */
  readonly maxTokens?: number;
  /** Tokens of an image of that size in pixels, without those of `around`. */
  tokens(fields: VisionFields, size: ImageSize): number;
}

/** Tokens of a square, whose patches are merged in squares of `merge * merge`. */
function squareTokens({ imageSize, patchSize }: VisionFields, merge: number): number {
  return Math.floor(Math.floor(imageSize / patchSize) ** 2 / merge ** 2);
}

/** LLaVA, Moondream: every image is scaled to one square. */
const LLAVA: ProjectorKind = { around: [], seesAhead: false, tokens: (fields) => squareTokens(fields, 1) };

/** llama.cpp's own limit for Qwen of 4096 would take minutes on a CPU, and most of the context. */
const MAX_QWEN_TOKENS = 1024;

/** An image keeps its proportions. Two by two patches are one token. */
const QWEN: ProjectorKind = {
  around: ["<|vision_start|>", "<|vision_end|>"],
  seesAhead: false,
  maxTokens: MAX_QWEN_TOKENS,
  tokens({ patchSize, optional }, size) {
    const align = patchSize * (optional("spatial_merge_size") ?? 2);
    const { width, height } = alignedSize(size, {
      align,
      minPixels: 8 * align ** 2,
      maxPixels: MAX_QWEN_TOKENS * align ** 2,
    });
    return Math.floor(width / (2 * patchSize)) * Math.floor(height / (2 * patchSize));
  },
};

const GEMMA3: ProjectorKind = {
  around: ["<start_of_image>", "<end_of_image>"],
  seesAhead: true,
  tokens: (fields) => squareTokens(fields, fields.optional("projector.scale_factor") ?? 4),
};

/** SmolVLM: tiles in rows, then the image as a whole. */
const IDEFICS3: ProjectorKind = {
  around: [],
  between: /^(?:<fake_token_around_image>|<global-img>|<row_\d+_col_\d+>)$/,
  seesAhead: false,
  tokens(fields, size) {
    const { imageSize, optional } = fields;
    const { columns, rows } = idefics3Grid(size, imageSize, optional("preproc_image_size"));
    const tile = squareTokens(fields, optional("projector.scale_factor") ?? 1);
    // Each tile comes after two tokens. Line breaks are between rows, three tokens before the whole, and one after it.
    return rows * columns * (2 + tile) + (rows - 1) + 3 + tile + 1;
  },
};

/** LFM2-VL: one image, or tiles in rows and the image as a whole. */
const LFM2: ProjectorKind = {
  around: ["<|image_start|>", "<|image_end|>"],
  between: /^<\|img_(?:thumbnail|row_\d+_col_\d+)\|>$/,
  seesAhead: false,
  tokens({ patchSize, optional }, size) {
    const align = patchSize * (optional("projector.scale_factor") ?? 1);
    const grid = lfm2Grid(size, align);
    const tokens = ({ width, height }: ImageSize) => Math.ceil(width / align) * Math.ceil(height / align);
    const whole = tokens(grid.whole);
    return grid.tiles === 0 ? whole : grid.tiles * (1 + tokens(grid.tile)) + 1 + whole;
  },
};

export const KINDS: ReadonlyMap<string, ProjectorKind> = new Map([
  ["mlp", LLAVA],
  ["gemma3", GEMMA3],
  ["qwen2vl_merger", QWEN],
  ["qwen2.5vl_merger", QWEN],
  ["qwen3vl_merger", QWEN],
  ["idefics3", IDEFICS3],
  ["lfm2", LFM2],
]);

/** Tiles of an image for SmolVLM, whose longer side has `longestEdge` pixels where the file says so. */
function idefics3Grid(
  { width, height }: ImageSize,
  tile: number,
  longestEdge: number | undefined,
): { readonly columns: number; readonly rows: number } {
  if (longestEdge === undefined) {
    const size = alignedSize({ width, height }, { align: tile });
    return { columns: size.width / tile, rows: size.height / tile };
  }
  const isWide = width >= height;
  const short = Math.floor(isWide ? longestEdge / (width / height) : longestEdge * (width / height));
  const long = Math.ceil(longestEdge / tile);
  const other = Math.ceil((short + (short % 2)) / tile);
  return isWide ? { columns: long, rows: other } : { columns: other, rows: long };
}
