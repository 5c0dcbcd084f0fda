import type { FileSummary } from "../contract/file-summary.ts";
import type { ListedModel } from "./engine-models.ts";

/** A file of a person's own, of which parts can be read. */
export interface ReadableFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
}

export interface FileSource {
  /** The address of the file's folder. */
  readonly base: string;
  /** The file's own address, where it has one. */
  readonly url?: string;
}

/** A file whose header an engine has read. */
export interface ExaminedFile {
  readonly summary: FileSummary;
  /** The file as a model to install under `id`. */
  list(id: string, source: FileSource): ListedModel;
}

/** @throws {import("./model-error.ts").ModelError} `failed` if no engine can read the file, or it is damaged */
export type ExamineFile = (file: ReadableFile) => Promise<ExaminedFile>;
