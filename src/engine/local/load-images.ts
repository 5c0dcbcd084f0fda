import type { ImagePart } from "../../openai/conversation.ts";
import { EngineError } from "../../contract/engine-error.ts";
import { MAX_IMAGES } from "../../openai/image-url.ts";
import { IMAGE_FETCH_TIMEOUT_MS } from "../image/image-limits.ts";
import { ImageError } from "../image/image-error.ts";
import type { LoadImage } from "../image/load-image.ts";
import type { ImageInput } from "../image/image-input.ts";
import type { PromptPiece } from "./prompt-builder.ts";
import { cancelledError, cancellable } from "./cancellable.ts";

interface PromptImage {
  /** A PNG, JPEG, WebP or GIF file that the browser can decode. */
  readonly file: Blob;
  /** Tokens of the context that it takes. */
  readonly tokens: number;
}

export type LoadedPiece =
  | { readonly type: "text"; readonly text: string }
  | ({ readonly type: "image" } & PromptImage);

export interface LoadImagesOptions {
  readonly modelId: string;
  /** Undefined if the model takes no images. */
  readonly images: ImageInput | undefined;
  readonly loadImage: LoadImage;
  readonly signal: AbortSignal;
}

/**
 * Loads the images of a prompt one after the other, so that only one file is in memory. A URL that occurs twice is
 * loaded once.
 *
 * @throws {EngineError} `cancelled`, or `invalid` naming the field of the first image at fault
 */
export async function loadImages(
  pieces: readonly PromptPiece[],
  { modelId, images, loadImage, signal }: LoadImagesOptions,
): Promise<readonly LoadedPiece[]> {
  const parts = pieces.flatMap((piece) => (piece.type === "image" ? [piece.image] : []));
  const [first] = parts;
  if (first === undefined) return pieces.filter((piece) => piece.type === "text");
  if (images === undefined) {
    throw new EngineError("invalid", `The model '${modelId}' takes no images: send text only.`, first.field);
  }
  const excess = parts[MAX_IMAGES];
  if (excess !== undefined) {
    const message = `A request may have at most ${MAX_IMAGES} images: this one has ${parts.length}.`;
    throw new EngineError("invalid", message, excess.field);
  }

  const fetchSignal = AbortSignal.any([signal, AbortSignal.timeout(IMAGE_FETCH_TIMEOUT_MS)]);
  const loaded = new Map<string, PromptImage>();

  const load = async ({ url, field }: ImagePart): Promise<PromptImage> => {
    const cached = loaded.get(url);
    if (cached !== undefined) return cached;
    try {
      const decoded = await cancellable(loadImage(url, fetchSignal), signal);
      const image = { file: decoded.file, tokens: images.tokens(decoded) };
      loaded.set(url, image);
      return image;
    } catch (error) {
      if (signal.aborted) throw cancelledError();
      if (!(error instanceof ImageError)) throw error;
      throw new EngineError("invalid", `'${field}' ${error.message}.`, field, { cause: error });
    }
  };

  const prompt: LoadedPiece[] = [];
  for (const piece of pieces) {
    prompt.push(piece.type === "text" ? piece : { type: "image", ...(await load(piece.image)) });
  }
  return prompt;
}
