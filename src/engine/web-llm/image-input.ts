/**
 * How a model takes images, as far as a prompt's length depends on it. web-llm 0.2.86 knows two ways: a manifest
 * beside the weights names everything, and Phi-3-vision, which has none, is known to it by name.
 */
import * as z from "zod/mini";
import { ImageError } from "../image/image-error.ts";
import type { ChatConfig } from "./chat-config.ts";

export interface ImageInput {
  /**
   * What an image of that size in pixels takes of the context, with whatever web-llm puts around it.
   *
   * @throws {ImageError} where the model cannot be shown an image of that shape
   */
  tokens(size: { readonly width: number; readonly height: number }): number;
}

const imageTaskSchema = z.object({
  processor: z.object({ kind: z.literal("image_decode"), num_embeddings: z.int() }),
  prompt: z.object({
    prefix_token_ids: z._default(z.array(z.int()), []),
    suffix_token_ids: z._default(z.array(z.int()), []),
  }),
});

/** What we read of `mlc-model-manifest.json`. web-llm itself checks the rest. */
const manifestSchema = z.object({
  tasks: z.object({ "chat.completions": z.object({ inputs: z.record(z.string(), z.unknown()) }) }),
});

/**
 * @param manifest the text of `mlc-model-manifest.json`, for a model that has one
 * @param countTokens of a text that stands by itself
 * @returns undefined where the model takes no images, or none that web-llm could give it
 */
export function readImageInput(
  { model_type }: ChatConfig,
  manifest: string | undefined,
  countTokens: (text: string) => number,
): ImageInput | undefined {
  if (manifest !== undefined) return fromManifest(manifest);
  if (model_type !== "phi3_v") return undefined;
  // web-llm puts a line break behind each image.
  return { tokens: (size) => phi3VisionEmbeddings(size) + countTokens("\n") };
}

function fromManifest(manifest: string): ImageInput | undefined {
  const { inputs } = z.parse(manifestSchema, JSON.parse(manifest)).tasks["chat.completions"];
  for (const input of Object.values(inputs)) {
    const task = imageTaskSchema.safeParse(input);
    if (!task.success) continue;
    const { processor, prompt } = task.data;
    const around = prompt.prefix_token_ids.length + prompt.suffix_token_ids.length;
    return { tokens: () => processor.num_embeddings + around };
  }
  return undefined;
}

const CROP = 336;
const MOST_CROPS = 16;
const TOKENS_PER_CROP_SIDE = 12;

/**
 * The image is scaled to as many squares of 336 pixels as 16 allow, padded to whole ones in height, and shown once
 * more as a whole; rows end in a token of their own. Source: `computeImageEmbedSize` of web-llm 0.2.86.
 */
function phi3VisionEmbeddings({ width, height }: { width: number; height: number }): number {
  const ratio = width / height;
  let columns = 1;
  while (columns * Math.ceil(columns / ratio) <= MOST_CROPS) columns += 1;
  columns -= 1;
  if (columns === 0) throw new ImageError(`must be at most ${MOST_CROPS} times as high as it is wide`);
  const rows = Math.ceil(Math.floor((columns * CROP) / ratio) / CROP);
  const crops = rows * TOKENS_PER_CROP_SIDE * (columns * TOKENS_PER_CROP_SIDE + 1);
  const whole = TOKENS_PER_CROP_SIDE * (TOKENS_PER_CROP_SIDE + 1);
  return crops + 1 + whole;
}
