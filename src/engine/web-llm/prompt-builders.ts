import type { Model } from "../../contract/model.ts";
import type { CachedFile } from "../../models/cached-file.ts";
import type { ModelFiles } from "../../models/model-files.ts";
import { PromiseCache } from "../../util/promise-cache.ts";
import { loadFailure } from "./engine-failure.ts";
import { placeModel, promptFiles } from "./placement.ts";
import { createPromptBuilder, type PromptBuilder } from "./prompt-builder.ts";

/** One prompt builder for each model. */
export interface PromptBuilders {
  /** Installs the model's small files if necessary. @throws {EngineError} */
  get(model: Model): Promise<PromptBuilder>;
  /** Forgets the builder of a model whose files may change. */
  delete(id: string): void;
}

export function createPromptBuilders(files: Pick<ModelFiles, "ensure" | "read">): PromptBuilders {
  const builders = new PromiseCache<string, PromptBuilder>();

  async function build(model: Model): Promise<PromptBuilder> {
    const placed = placeModel(model);
    const { config, tokenizer, manifest } = placed;
    await files.ensure(`${model.id}/prompt`, promptFiles(placed));
    const read = async (file: CachedFile) => new TextDecoder().decode(await files.read(file));
    return createPromptBuilder(await read(config), await read(tokenizer), manifest && (await read(manifest)));
  }

  return {
    async get(model) {
      try {
        return await builders.getOrStart(model.id, () => build(model));
      } catch (error) {
        throw loadFailure(model.id, error);
      }
    },
    delete: (id) => builders.delete(id),
  };
}
