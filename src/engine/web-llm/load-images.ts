import type { ImagePart } from "../../openai/conversation.ts";
import { EngineError } from "../../contract/engine-error.ts";
import { IMAGE_LIMITS } from "../image/image-limits.ts";
import { ImageError } from "../image/image-error.ts";
import type { LoadImage } from "../image/load-image.ts";
import type { ImageInput } from "./image-input.ts";
import type { PromptPiece } from "./prompt-builder.ts";
import { cancelledError, cancellable } from "./cancellable.ts";

/** What becomes of an image: a `data:` URL that we made, and what it takes of the context. */
interface PromptImage {
  readonly url: string;
  readonly tokens: number;
}

export type LoadedPiece =
  | { readonly type: "text"; readonly text: string }
  | ({ readonly type: "image" } & PromptImage);

export interface LoadImagesOptions {
  readonly modelId: string;
  /** How the model takes images, where it does. */
  readonly images: ImageInput | undefined;
  readonly loadImage: LoadImage;
  readonly signal: AbortSignal;
}

/**
 * A prompt with its images in place, loaded one after the other, so that their files are not in memory all at
 * once. A URL that comes again is not asked for again.
 *
 * @throws {EngineError} `invalid` naming the field of the first that is at fault, or `cancelled`
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
  const surplus = parts[IMAGE_LIMITS.count];
  if (surplus !== undefined) {
    const message = `A request may have at most ${IMAGE_LIMITS.count} images: this one has ${parts.length}.`;
    throw new EngineError("invalid", message, surplus.field);
  }

  const inTime = AbortSignal.any([signal, AbortSignal.timeout(IMAGE_LIMITS.fetch)]);
  const known = new Map<string, PromptImage>();

  const load = async ({ url, field }: ImagePart): Promise<PromptImage> => {
    const again = known.get(url);
    if (again !== undefined) return again;
    try {
      const decoded = await cancellable(loadImage(url, inTime), signal);
      const image = { url: decoded.url, tokens: images.tokens(decoded) };
      known.set(url, image);
      return image;
    } catch (error) {
      if (signal.aborted) throw cancelledError();
      if (!(error instanceof ImageError)) throw error;
      throw new EngineError("invalid", `'${field}' ${error.message}.`, field, { cause: error });
    }
  };

  const loaded: LoadedPiece[] = [];
  for (const piece of pieces) {
    loaded.push(piece.type === "text" ? piece : { type: "image", ...(await load(piece.image)) });
  }
  return loaded;
}
