/** The interface between this room and an engine: each engine implements it for its own file formats. */
import type { Model, ModelFile } from "../contract/model.ts";
import type { CatalogueEntry } from "../contract/catalogue.ts";
import type { FileDetails } from "../contract/file-summary.ts";
import type { EngineName } from "../contract/engine-name.ts";
import type { CacheLocation, FileGroup, UnverifiedFile } from "./cached-file.ts";
import type { GpuRequirements } from "./compatibility.ts";

/** An engine's part of the catalogue. */
export interface EngineModels {
  readonly name: EngineName;
  /** The engine's view of a model; undefined where the model has no files for this engine. */
  describe(model: Model): EngineModelInfo | undefined;
  /**
   * All files of a model, in the groups that the engine loads.
   *
   * @throws {ModelError} `failed` where the model's entry lacks a file
   */
  fileGroups(model: Model): readonly FileGroup[];
  /** Models that the engine lists itself, without the checksums of their files. */
  listModels(): Promise<readonly ListedModel[]>;
  /** A file of a person's own as a model, where the engine reads such files. */
  readonly listFile?: (id: string, file: FileDetails, source: FileSource) => ListedModel;
}

export interface FileSource {
  /** The address of the file's folder. */
  readonly base: string;
  /** The file's own address, where it has one. */
  readonly url?: string;
}

export interface EngineModelInfo {
  /** The address of the files: a URL, or a path relative to the scope. */
  readonly base: string;
  /** Size of all files. */
  readonly bytes: number;
  /** Memory that the loaded model takes. */
  readonly memoryBytes: number;
  /** Null where the engine runs the model without a GPU. */
  readonly gpu: GpuRequirements | null;
  /** The reason why the engine cannot run the model on any device, for a person; absent where it can. */
  readonly problem?: string;
}

/** A model of an engine's own list. Installing it computes its checksums and makes a `Model` of it. */
export interface ListedModel {
  readonly summary: ListedModelSummary;
  /** The URL of its files. */
  readonly base: string;
  /** Null where the engine runs the model without a GPU. */
  readonly gpu: GpuRequirements | null;
  /** @throws {ModelError} where a file cannot be downloaded, or the engine cannot read it */
  install(files: ListedFiles): Promise<Omit<Model, "created">>;
}

/** The part of a catalogue entry that an engine's list provides. */
export type ListedModelSummary = Pick<
  CatalogueEntry,
  "id" | "name" | "description" | "ownedBy" | "license" | "contextLength" | "inputModalities" | "memoryBytes"
>;

/** Downloads the files of one listed model. */
export interface ListedFiles {
  /** Download a file and compute its checksum, unless an earlier attempt has. @throws {ModelError} */
  obtain(file: UnverifiedFile): Promise<ModelFile>;
  /** The content of an obtained file. @throws {ModelError} `unreachable` where the browser has evicted it */
  read(file: CacheLocation): Promise<ArrayBuffer>;
  /** Check that what is missing of `files` fits into the quota. @throws {ModelError} `no-space` */
  checkQuota(files: readonly { readonly path: string; readonly bytes: number }[]): Promise<void>;
  /** Report the size of all files of the model, once it is known. */
  setTotalBytes(bytes: number): void;
}
