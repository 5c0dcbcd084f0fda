import type { ImagePart } from "../../openai/conversation.ts";
import { EngineError } from "../engine-error.ts";
import type { DecodedImage } from "../image/decode-image.ts";
import { IMAGE_LIMITS } from "../image/image-limits.ts";
import { ImageProblem } from "../image/image-problem.ts";
import type { LoadImage } from "../image/load-image.ts";
import type { PromptPiece } from "./prompt-maker.ts";
import { cancelled, untilAborted } from "./until-aborted.ts";

export type LoadedPiece =
  | { readonly type: "text"; readonly text: string }
  | ({ readonly type: "image" } & DecodedImage);

/**
 * A prompt with its images in place, loaded one after the other, so that their files are not in memory all at
 * once. A URL that comes again is not asked for again.
 *
 * @throws {EngineError} `invalid` naming the field of the first that is at fault, or `cancelled`
 */
export async function loadImages(
  pieces: readonly PromptPiece[],
  loadImage: LoadImage,
  signal: AbortSignal,
): Promise<readonly LoadedPiece[]> {
  const known = new Map<string, DecodedImage>();
  // Made with the first image: a prompt of text starts no clock.
  let inTime: AbortSignal | undefined;

  async function load({ url, field }: ImagePart): Promise<DecodedImage> {
    const again = known.get(url);
    if (again !== undefined) return again;
    inTime ??= AbortSignal.any([signal, AbortSignal.timeout(IMAGE_LIMITS.fetch)]);
    try {
      const image = await untilAborted(loadImage(url, inTime), signal);
      known.set(url, image);
      return image;
    } catch (error) {
      if (signal.aborted) throw cancelled();
      if (!(error instanceof ImageProblem)) throw error;
      throw new EngineError("invalid", `'${field}' ${error.message}.`, field, { cause: error });
    }
  }

  const loaded: LoadedPiece[] = [];
  for (const piece of pieces) {
    loaded.push(piece.type === "text" ? piece : { type: "image", ...(await load(piece.image)) });
  }
  return loaded;
}
