import { totalSize } from "../../models/cached-file.ts";
import type { EngineModels } from "../../models/engine-models.ts";
import { listedGguf } from "./model-list/listed-gguf.ts";
import { placeModel } from "./place-model.ts";

/** llama.cpp's part of the catalogue: models with a GGUF, on the CPU. It has no list of its own. */
export const WLLAMA_MODELS: EngineModels = {
  name: "wllama",
  describe({ engines: { wllama }, memory_bytes }) {
    if (wllama === undefined) return undefined;
    return {
      base: wllama.base,
      bytes: totalSize(wllama.files),
      memoryBytes: wllama.memory_bytes ?? memory_bytes,
      gpu: null,
    };
  },
  fileGroups(model) {
    const { prompt, weights } = placeModel(model);
    return [
      { name: "prompt", files: prompt },
      { name: "weights", files: weights },
    ];
  },
  listModels: () => Promise.resolve([]),
  listFile: listedGguf,
};
