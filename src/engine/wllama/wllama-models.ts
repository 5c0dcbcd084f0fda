import { totalSize } from "../../models/cached-file.ts";
import type { EngineModels } from "../../models/engine-models.ts";
import { listedGguf } from "./model-list/listed-gguf.ts";
import { placeModel } from "./place-model.ts";

const NO_PROJECTOR = "The model takes images, and its files for the CPU have no projector for them.";

/** llama.cpp's part of the catalogue: models with a GGUF, on the CPU. It has no list of its own. */
export const WLLAMA_MODELS: EngineModels = {
  name: "wllama",
  describe({ input_modalities, engines: { wllama }, memory_bytes }) {
    if (wllama === undefined) return undefined;
    const { base, files, projector } = wllama;
    const isBlind = input_modalities.includes("image") && projector === undefined;
    return {
      base,
      bytes: totalSize([...files, ...(projector ?? [])]),
      memoryBytes: wllama.memory_bytes ?? memory_bytes,
      gpu: null,
      ...(isBlind && { problem: NO_PROJECTOR }),
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
