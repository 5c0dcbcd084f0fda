/**
 * The projector of a model that takes images, as its GGUF file describes it. llama.cpp puts tokens of the vocabulary around
 * an image, which it finds by their names: these keep their names in the model's header, and are broken in client text.
 */
import { GgufError } from "../../../gguf/gguf-error.ts";
import type { Metadata } from "../../../gguf/header.ts";
import { numbersField, textField } from "../../../gguf/metadata-fields.ts";
import type { ImageInput } from "../../image/image-input.ts";
import { KINDS } from "./kinds.ts";
import { visionFields } from "./vision-fields.ts";

export interface Projector {
  /** True for the name of a token that llama.cpp looks for. */
  usesToken(name: string): boolean;
  /**
   * @param countTokens counts the tokens of a text by itself
   * @param tokens names of the vocabulary's tokens that it uses
   */
  images(countTokens: (text: string) => number, tokens: readonly string[]): ImageInput;
  readonly limits: ProjectorLimits;
}

export interface ProjectorLimits {
  /** Tokens that have to be processed at once: those of a whole image, where each sees those after it. */
  readonly minBatch: number;
  /** The limit that we set to the tokens of an image; absent where the kind has its own. */
  readonly maxTokens?: number;
}

/**
 * @param metadata of the projector's file
 * @throws {GgufError} if it is no projector for images, or one of a kind whose tokens we cannot count
 */
export function readProjector(metadata: Metadata): Projector {
  const name =
    textField(metadata, "clip.projector_type") ?? textField(metadata, "clip.vision.projector_type");
  if (textField(metadata, "general.architecture") !== "clip" || name === undefined) {
    throw new GgufError("is no projector");
  }
  if (metadata.get("clip.has_vision_encoder") !== true) throw new GgufError("is a projector for no images");
  const kind = KINDS.get(name);
  const hasGrid = (numbersField(metadata, "clip.vision.image_grid_pinpoints") ?? []).length > 0;
  if (kind === undefined || hasGrid) {
    const tiles = hasGrid ? " with a grid of tiles" : "";
    throw new GgufError(`is a projector of the kind ${name}${tiles}, which is not supported`);
  }
  const { around, between, seesAhead, maxTokens } = kind;
  const fields = visionFields(metadata);
  return {
    usesToken: (token) => around.includes(token) || between?.test(token) === true,
    images: (countTokens, tokens) => {
      const outside = around.reduce((sum, text) => sum + countTokens(text), 0);
      return { tokens: (size) => kind.tokens(fields, size) + outside, reservedTexts: tokens };
    },
    limits: {
      minBatch: seesAhead ? kind.tokens(fields, { width: 1, height: 1 }) : 0,
      ...(maxTokens !== undefined && { maxTokens }),
    },
  };
}
