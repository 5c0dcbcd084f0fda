/** The two forms of a prompt in web-llm as items of the prefix cache, and what is left of them after the first items. */
import { sha256 } from "../../../models/sha256.ts";
import type { ArtifactChunk, InputData, InputImage } from "./pipeline.ts";
import type { CacheItem } from "./prefix-cache.ts";

/** An image of a prompt, with the number of its positions. */
export interface PlacedImage {
  readonly key: string;
  readonly length: number;
}

/** Equal for equal images. */
export async function imageKey({ url }: InputImage): Promise<string> {
  return sha256(new TextEncoder().encode(url));
}

export async function inputItems(
  data: readonly InputData[],
  imageLength: (image: InputImage) => number,
): Promise<CacheItem[]> {
  const items: CacheItem[][] = [];
  for (const part of data) {
    items.push(Array.isArray(part) ? part : repeat(await imageKey(part), imageLength(part)));
  }
  return items.flat();
}

export function skipInputItems(
  data: readonly InputData[],
  count: number,
  imageLength: (image: InputImage) => number,
): InputData[] {
  return skip(
    data,
    count,
    (part) => (Array.isArray(part) ? part.length : imageLength(part)),
    (part, from) => (Array.isArray(part) ? part.slice(from) : part),
  );
}

/** @param images of the chunks, in order */
export function artifactItems(chunks: readonly ArtifactChunk[], images: readonly PlacedImage[]): CacheItem[] {
  const keys = images.flatMap(({ key, length }) => repeat(key, length)).values();
  return chunks.flatMap(({ tokenIds, modalityIds }) =>
    // An image without a key, which equals nothing, is not expected.
    tokenIds.map((id, index) => (modalityIds[index] === 0 ? id : (keys.next().value ?? NaN))),
  );
}

export function skipArtifactItems(chunks: readonly ArtifactChunk[], count: number): ArtifactChunk[] {
  return skip(
    chunks,
    count,
    ({ tokenIds }) => tokenIds.length,
    ({ tokenIds, modalityIds, ...rest }, from) => ({
      ...rest,
      tokenIds: tokenIds.slice(from),
      modalityIds: modalityIds.slice(from),
    }),
  );
}

/** `parts` without their first `count` items; the first part that is left may have lost its beginning. */
function skip<Part>(
  parts: readonly Part[],
  count: number,
  length: (part: Part) => number,
  cut: (part: Part, from: number) => Part,
): Part[] {
  const rest: Part[] = [];
  let left = count;
  for (const part of parts) {
    const skipped = Math.min(left, length(part));
    left -= skipped;
    if (skipped < length(part)) rest.push(skipped === 0 ? part : cut(part, skipped));
  }
  return rest;
}

function repeat(key: string, length: number): string[] {
  return Array.from({ length }, () => key);
}
