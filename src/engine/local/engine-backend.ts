/** One library that runs models, as the machinery of this room sees it. */
import type { EngineIdentity } from "../../contract/engine-identity.ts";
import type { Model } from "../../contract/model.ts";
import type { CachedFile } from "../../models/cached-file.ts";
import type { ModelFiles } from "../../models/model-files.ts";
import type { GrammarDialect } from "../grammar/grammar-dialect.ts";
import type { BackendFailures } from "./backend-failures.ts";
import type { PromptBuilder } from "./prompt-builder.ts";
import type { Runtime } from "./runtime.ts";

/** Two backends of one name are the same: what is prepared or loaded by one serves the other. */
export interface EngineBackend {
  readonly identity: EngineIdentity;
  readonly failures: BackendFailures;
  /** The form of the grammars that constrain replies. */
  readonly grammarDialect: GrammarDialect;
  /** @throws {ModelError} `failed` where the model's entry lacks a file */
  files(model: Model): BackendFiles;
  /**
   * Checks the device before anything of the model is downloaded or loaded. Called for every request, since a device may
   * be lost and come back.
   *
   * @throws {EngineError} `unsupported` if the device cannot run the model
   */
  checkDevice(model: Model): Promise<void>;
  /**
   * Reads what requests to a model need before its weights are there. Its prompt files are installed. What it throws is
   * mapped by `failures`, like all that follows.
   */
  prepare(model: Model, files: Pick<ModelFiles, "read" | "open">): Promise<PreparedModel>;
}

/** The files of a model for one backend. */
export interface BackendFiles {
  /** Small files: enough to build and count prompts. */
  readonly prompt: readonly CachedFile[];
  /** Large files: what a load needs besides. */
  readonly weights: readonly CachedFile[];
}

/** A model whose prompts can be built, and which can be loaded once its weights are installed. */
export interface PreparedModel {
  readonly promptBuilder: PromptBuilder;
  /**
   * Loads the model. No other one is in memory.
   *
   * @param onProgress takes the fraction of the whole load, 0 to 1, and what is being done
   */
  loadRuntime(onProgress: (fraction: number, text: string) => void): Promise<Runtime>;
}

/** Chooses the backend for a request or a load. @throws {EngineError} where there is none */
export type ChooseBackend = (model: Model) => Promise<EngineBackend>;
