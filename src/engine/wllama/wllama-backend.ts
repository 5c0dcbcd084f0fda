/** llama.cpp as a backend of the local engine: GGUF files, on the CPU, in a worker of its own. */
import { blobSource, type ByteSource } from "../../gguf/gguf.ts";
import { totalSize } from "../../models/cached-file.ts";
import { gbnfDialect } from "../grammar/gbnf/gbnf-dialect.ts";
import type { EngineBackend } from "../local/engine-backend.ts";
import { loadCpuRuntime } from "./cpu-runtime.ts";
import type { StartCpuWorker } from "./cpu-worker.ts";
import { ENGINE_IDENTITY } from "./engine-identity.ts";
import { readGgufModel } from "./gguf-model.ts";
import { type PlacedFile, placeFiles, placeModel } from "./place-model.ts";
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
      const placed = placeFiles(model);
      const openHeader = async (file: PlacedFile): Promise<ByteSource> => {
        return { ...blobSource(await files.open(file[0])), size: totalSize(file) };
      };
      const openWhole = async (file: PlacedFile) => new Blob(await Promise.all(file.map(files.open)));
      const { promptBuilder, rename, imageLimits, ...translation } = await readGgufModel(
        model.id,
        await openHeader(placed.model),
        placed.projector && (await openHeader(placed.projector)),
      );
      return {
        promptBuilder,
        async loadRuntime(onProgress) {
          const file = await openWhole(placed.model);
          const projectorFile = placed.projector && (await openWhole(placed.projector));
          const runtime = await loadCpuRuntime(await startCpuWorker(), {
            ...translation,
            files: [rename(file)],
            ...(projectorFile && imageLimits && { projector: { file: projectorFile, ...imageLimits } }),
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
