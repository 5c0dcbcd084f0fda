/** llama.cpp as a backend of the local engine: GGUF files, on the CPU, in a worker of its own. */
import { blobSource } from "../../gguf/gguf.ts";
import { totalSize } from "../../models/cached-file.ts";
import { gbnfDialect } from "../grammar/gbnf/gbnf-dialect.ts";
import type { EngineBackend } from "../local/engine-backend.ts";
import { loadCpuRuntime } from "./cpu-runtime.ts";
import type { StartCpuWorker } from "./cpu-worker.ts";
import { ENGINE_IDENTITY } from "./engine-identity.ts";
import { readGgufModel } from "./gguf-model.ts";
import { placeModel } from "./place-model.ts";
import { WLLAMA_FAILURES } from "./wllama-failures.ts";

export interface WllamaBackendOptions {
  readonly startCpuWorker: StartCpuWorker;
  /** As many threads as a model may use at most. */
  readonly maxThreads: number;
}

export function createWllamaBackend({ startCpuWorker, maxThreads }: WllamaBackendOptions): EngineBackend {
  /** Of the model that was loaded last. */
  let threads: number | undefined;

  return {
    get identity() {
      return { ...ENGINE_IDENTITY, ...(threads !== undefined && { threads }) };
    },
    failures: WLLAMA_FAILURES,
    grammarDialect: gbnfDialect,
    files: placeModel,
    // Every machine has a CPU, and a model that is too large for its memory fails to load.
    checkDevice: () => Promise.resolve(),
    async prepare(model, files) {
      const { prompt, weights } = placeModel(model);
      const placed = [...prompt, ...weights];
      const header = blobSource(new Blob(await Promise.all(prompt.map(files.open))));
      const { promptBuilder, rename, ...translation } = await readGgufModel(model.id, {
        ...header,
        size: totalSize(placed),
      });
      return {
        promptBuilder,
        async loadRuntime(onProgress) {
          const parts = await Promise.all(placed.map(files.open));
          const runtime = await loadCpuRuntime(await startCpuWorker(), {
            ...translation,
            files: [rename(new Blob(parts))],
            contextLength: model.context_length,
            threads: maxThreads,
            onProgress: (fraction) => onProgress(fraction, "Reading the weights"),
          });
          ({ threads } = runtime);
          return runtime;
        },
      };
    },
  };
}
