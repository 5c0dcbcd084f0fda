// The public interface of `insitu.models`.
import type { CatalogueEntry, InstallProgress } from "./catalogue-entry.ts";
import type { FileSummary } from "./file-summary.ts";

export interface InstallOptions {
  /** Aborting it pauses the install: downloaded bytes are kept. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: InstallProgress) => void;
}

export interface FileOptions {
  /** The GGUF file of the projector ("mmproj"), from disk, with which the model takes images. */
  readonly projector?: Blob;
}

export interface AddOptions extends InstallOptions, FileOptions {}

/** Sizes in bytes. */
export interface StorageReport {
  /** Everything that the origin stores, models included; 0 where the browser does not report it. */
  readonly usageBytes: number;
  /** Limit that the browser sets for the origin; 0 where the browser does not report it. */
  readonly quotaBytes: number;
  /** True if the browser keeps the data until a person deletes it, even when the disk is full. */
  readonly persisted: boolean;
  /** Models that are on this device in whole or in part. */
  readonly models: readonly { readonly id: string; readonly bytes: number }[];
}

export interface Models {
  /**
   * Hosts from which models may be downloaded, besides the app's own: `catalogue.hosts` of the deployment file, such as
   * `https://*.example.org`.
   */
  readonly hosts: readonly string[];
  list(): Promise<readonly CatalogueEntry[]>;
  /**
   * Resolves when the model is installed. Joins an install that is already running, in this tab or another. The
   * install continues when this page closes.
   *
   * @throws {InsituError} `model-failed` with the reason, `paused` when another tab pauses it
   * @throws the signal's reason, when that is what paused it
   * @example
   * ```ts
   * import { connect } from "/insitu.js";
   *
   * const { models } = await connect();
   * const model = (await models.list()).find(({ fits }) => fits.type === "yes");
   * if (model === undefined) throw new Error("No model runs on this device.");
   * await models.install(model.id, {
   *   onProgress: ({ loadedBytes, totalBytes }) => console.log(loadedBytes, totalBytes),
   * });
   * ```
   */
  install(id: string, options?: InstallOptions): Promise<void>;
  /**
   * Read the header of a GGUF file, from disk or at an address, without storing anything.
   *
   * @throws {InsituError} `model-failed` if it is no GGUF file or a damaged one, or cannot be downloaded
   */
  examine(file: Blob | string, options?: FileOptions): Promise<FileSummary>;
  /**
   * Add a GGUF file as an installed model, under an id made of its name. A file that is installed already is not stored
   * again.
   *
   * @param file from disk, or its address on a host of `catalogue.hosts` in the deployment file
   * @param options an abort of its signal removes what was stored of a file from disk, and pauses a download
   * @returns the model's id
   * @throws {InsituError} `model-failed` with the reason, for instance why the file cannot be used
   * @throws the signal's reason, when it was aborted
   */
  add(file: Blob | string, options?: AddOptions): Promise<string>;
  /** A later `install` resumes from there. Does nothing if no install is running. */
  pause(id: string): Promise<void>;
  /**
   * Unload the model and delete its files, including those of a partial install.
   *
   * @throws {InsituError} `model-failed` on an unknown model
   */
  remove(id: string): Promise<void>;
  /** Call `listener` with the whole list now and after every change, in any tab, until the returned function is called. */
  observe(listener: (entries: readonly CatalogueEntry[]) => void): () => void;
  storage(): Promise<StorageReport>;
  /** Ask the browser to keep what the origin stores. @returns true if it does */
  requestPersistence(): Promise<boolean>;
}
