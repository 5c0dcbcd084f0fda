import type { FileDetails } from "../contract/file-summary.ts";

/** A file of a person's own, of which parts can be read. */
export interface ReadableFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** The file that lets the model see, if there is one. */
  readonly projector?: ReadableFile;
}

/** @throws {import("./model-error.ts").ModelError} `failed` if no engine can read the file, or it is damaged */
export type ExamineFile = (file: ReadableFile) => Promise<FileDetails>;
