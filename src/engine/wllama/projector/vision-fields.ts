import { GgufError } from "../../../gguf/gguf-error.ts";
import type { Metadata } from "../../../gguf/header.ts";
import { integerField } from "../../../gguf/metadata-fields.ts";

/** The metadata of a projector that decide how many tokens an image takes. */
export interface VisionFields {
  /** Side in pixels of the square, or of one tile, that the projector sees. */
  readonly imageSize: number;
  /** Side of a patch in pixels. */
  readonly patchSize: number;
  /** A field below `clip.vision.` that not every projector has: a positive number, or undefined. */
  optional(name: string): number | undefined;
}

/** @throws {GgufError} where a field is missing */
export function visionFields(metadata: Metadata): VisionFields {
  const optional = (name: string) => integerField(metadata, `clip.vision.${name}`) || undefined;
  const required = (name: string) => {
    const value = optional(name);
    if (value === undefined) throw new GgufError(`has no clip.vision.${name}`);
    return value;
  };
  return { imageSize: required("image_size"), patchSize: required("patch_size"), optional };
}
