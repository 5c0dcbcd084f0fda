/**
 * The number of tokens that a model spends on an image. web-llm 0.2.86 supports images in two ways: for a model with a
 * manifest beside its weights, which states that number, and for Phi-3-vision, which it knows by its type.
 */
import * as z from "zod/mini";
import { ImageError } from "../image/image-error.ts";
import type { ImageInput } from "../image/image-input.ts";
import type { ChatConfig } from "./chat-config.ts";

const imageTaskSchema = z.object({
  processor: z.object({ kind: z.literal("image_decode"), num_embeddings: z.int() }),
  prompt: z.object({
    prefix_token_ids: z._default(z.array(z.int()), []),
    suffix_token_ids: z._default(z.array(z.int()), []),
  }),
});

/** The part of `mlc-model-manifest.json` that we read. web-llm itself checks the rest. */
const manifestSchema = z.object({
  tasks: z.object({ "chat.completions": z.object({ inputs: z.record(z.string(), z.unknown()) }) }),
});

/**
 * @param manifest the text of `mlc-model-manifest.json`, if the model has one
 * @param countTokens counts the tokens of a text by itself
 * @returns undefined if the model takes no images, or none that web-llm could give it
 */
export function readImageInput(
  { model_type }: ChatConfig,
  manifest: string | undefined,
  countTokens: (text: string) => number,
): ImageInput | undefined {
  if (manifest !== undefined) return fromManifest(manifest);
  if (model_type !== "phi3_v") return undefined;
  // web-llm puts a line break after each image.
  return { tokens: (size) => phi3VisionEmbeddings(size) + countTokens("\n"), reservedTexts: [] };
}

function fromManifest(manifest: string): ImageInput | undefined {
  const { inputs } = z.parse(manifestSchema, JSON.parse(manifest)).tasks["chat.completions"];
  for (const input of Object.values(inputs)) {
    const task = imageTaskSchema.safeParse(input);
    if (!task.success) continue;
    const { processor, prompt } = task.data;
    const around = prompt.prefix_token_ids.length + prompt.suffix_token_ids.length;
    return { tokens: () => processor.num_embeddings + around, reservedTexts: [] };
  }
  return undefined;
}

/** Side of a crop in pixels. */
const CROP_SIZE = 336;
const MAX_CROPS = 16;
const TOKENS_PER_CROP_SIDE = 12;

/**
 * The image is scaled to the largest grid of at most 16 square crops, its height padded to whole crops. The model sees
 * 12 x 12 tokens for each crop and for the image as a whole, one token at the end of each row, and a separator.
 *
 *     1920 x 1080: 5 columns (6 would need 4 rows: 24 crops), 3 rows
 *     crops      3 * 12 rows of 5 * 12 + 1 tokens    2196
 *     separator                                         1
 *     overview   12 rows of 12 + 1 tokens             156
 *                                                    2353
 *
 * Source: `computeImageEmbedSize` of web-llm 0.2.86.
 */
function phi3VisionEmbeddings({ width, height }: { width: number; height: number }): number {
  const ratio = width / height;
  let columns = 1;
  while (columns * Math.ceil(columns / ratio) <= MAX_CROPS) columns += 1;
  columns -= 1;
  if (columns === 0) throw new ImageError(`must be at most ${MAX_CROPS} times as high as it is wide`);
  const rows = Math.ceil(Math.floor((columns * CROP_SIZE) / ratio) / CROP_SIZE);
  const crops = rows * TOKENS_PER_CROP_SIDE * (columns * TOKENS_PER_CROP_SIDE + 1);
  const overview = TOKENS_PER_CROP_SIDE * (TOKENS_PER_CROP_SIDE + 1);
  return crops + 1 + overview;
}
