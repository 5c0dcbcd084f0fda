/**
 * Makes web-llm keep its KV cache between requests, and prefill only what a prompt does not share with an earlier one.
 * The chat is reset before every request, so web-llm builds the whole prompt; the part that a kept sequence holds is
 * taken from it here.
 */
import type { Pipeline } from "./pipeline.ts";
import { type CacheItem, createPrefixCache } from "./prefix-cache.ts";
import {
  artifactItems,
  imageKey,
  inputItems,
  type PlacedImage,
  skipArtifactItems,
  skipInputItems,
} from "./prompt-items.ts";
import { tvmSequences } from "./tvm-sequences.ts";

export interface PrefixReuse {
  /** Tokens of the current prompt that needed no prefill. */
  readonly cachedTokens: number;
}

/** @returns undefined if the model's library lacks a function for it; the pipeline is then as it was */
export function reusePrefixes(pipeline: Pipeline): PrefixReuse | undefined {
  const sequences = tvmSequences(pipeline);
  if (sequences === undefined) return undefined;
  const cache = createPrefixCache(sequences);
  let cachedTokens = 0;
  /** Items of the prompt that are still to be processed. */
  let pending: readonly CacheItem[] = [];
  /** Images of the prompt of a model with a manifest. */
  let images: PlacedImage[] = [];

  /** @returns how many of the prompt's items to skip */
  function begin(prompt: readonly CacheItem[]): number {
    cachedTokens = cache.begin(prompt);
    pending = prompt.slice(cachedTokens);
    pipeline.filledKVCacheLength = cachedTokens;
    return cachedTokens;
  }

  /** Prepares a forward pass of the prompt's next `length` items, or of a token of the reply. */
  function prepareForward(length: number, token?: number): void {
    const items = pending.length > 0 ? pending.slice(0, length) : [token ?? NaN];
    pending = pending.slice(length);
    cache.reserve(length);
    cache.append(items);
  }

  const original = {
    beginForward: pipeline.fKVCacheBeginForward,
    getInputData: pipeline.getInputData.bind(pipeline),
    embedAndForward: pipeline.embedAndForward.bind(pipeline),
    getArtifactPrefillChunks: pipeline.getArtifactPrefillChunks.bind(pipeline),
    getArtifactImageEmbeddings: pipeline.getArtifactImageEmbeddings.bind(pipeline),
    artifactPrefillAndForward: pipeline.artifactPrefillAndForward.bind(pipeline),
    artifactDecodeAndForward: pipeline.artifactDecodeAndForward.bind(pipeline),
  };

  pipeline.resetKVCache = () => {
    cachedTokens = 0;
    pending = [];
    images = [];
  };
  pipeline.fKVCacheBeginForward = (state, _sequences, lengths) =>
    original.beginForward(state, pipeline.tvm.makeShapeTuple([cache.current]), lengths);

  pipeline.getInputData = async () => {
    const [data, length, imageLength] = await original.getInputData();
    const skipped = begin(await inputItems(data, imageLength));
    return [skipInputItems(data, skipped, imageLength), length - skipped, imageLength];
  };
  pipeline.embedAndForward = async (data, length) => {
    const [tokens] = data;
    prepareForward(length, Array.isArray(tokens) ? tokens[0] : undefined);
    try {
      return await original.embedAndForward(data, length);
    } catch (error) {
      cache.discard();
      throw error;
    }
  };

  pipeline.getArtifactImageEmbeddings = async (part) => {
    const embeddings = await original.getArtifactImageEmbeddings(part);
    images.push({ key: await imageKey(part.image_url), length: embeddings.shape[0] ?? 0 });
    return embeddings;
  };
  pipeline.getArtifactPrefillChunks = async () => {
    const [chunks, length] = await original.getArtifactPrefillChunks();
    const skipped = begin(artifactItems(chunks, images));
    return [skipArtifactItems(chunks, skipped), length - skipped];
  };
  pipeline.artifactPrefillAndForward = (embeddings, tokens, modalities) => {
    prepareForward(tokens.length);
    return discardOnError(() => original.artifactPrefillAndForward(embeddings, tokens, modalities));
  };
  pipeline.artifactDecodeAndForward = (token) => {
    prepareForward(1, token);
    return discardOnError(() => original.artifactDecodeAndForward(token));
  };

  function discardOnError<Logits>(run: () => Logits): Logits {
    try {
      return run();
    } catch (error) {
      cache.discard();
      throw error;
    }
  }

  return {
    get cachedTokens() {
      return cachedTokens;
    },
  };
}
