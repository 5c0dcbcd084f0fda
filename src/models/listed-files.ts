/**
 * Downloads the files of a model of an engine's list. Their checksums are not known beforehand: they are computed as
 * the files arrive, and kept, so that the next attempt resumes and the installed model can be verified.
 */
import type { ModelFile } from "../contract/model.ts";
import type { InstallProgress } from "../contract/catalogue.ts";
import { totalSize, type UnverifiedFile } from "./cached-file.ts";
import type { ListedFiles } from "./engine-models.ts";
import type { ModelFiles } from "./model-files.ts";

export interface ListedFilesOptions {
  readonly files: Pick<ModelFiles, "fetchUnverified" | "isInstalled" | "read">;
  /** Files that an earlier attempt has installed, and the total that it found, or null. */
  readonly known: readonly ModelFile[];
  readonly totalBytes: number | null;
  /** @throws {ModelError} `no-space` where that many more bytes do not fit */
  readonly checkQuota: (bytes: number, largestFile: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Pick<InstallProgress, "loadedBytes" | "totalBytes" | "problem">) => void;
  /** Called with all files that are installed, after each one. */
  readonly onFile: (files: readonly ModelFile[]) => Promise<void>;
}

export function createListedFiles(options: ListedFilesOptions): ListedFiles {
  const { files, checkQuota, signal, onProgress, onFile } = options;
  const known = new Map(options.known.map((file) => [file.path, file]));
  let { totalBytes } = options;

  /** @param received bytes of the file being downloaded */
  function report(received: number, problem: string | null): void {
    onProgress({ loadedBytes: totalSize([...known.values()]) + received, totalBytes, problem });
  }

  function download(file: UnverifiedFile): Promise<Pick<ModelFile, "bytes" | "sha256">> {
    let received = 0;
    return files.fetchUnverified(file, {
      signal,
      onBytes: (bytes) => {
        received = bytes;
        report(bytes, null);
      },
      onProblem: (problem) => report(received, problem),
    });
  }

  return {
    async obtain(file) {
      const { path, url, offset } = file;
      const before = known.get(path);
      if (before !== undefined && (await files.isInstalled([file]))) return before;
      known.delete(path);
      const found = {
        path,
        ...(url !== undefined && { url }),
        ...(offset !== undefined && { offset }),
        ...(await download(file)),
      };
      known.set(path, found);
      await onFile([...known.values()]);
      report(0, null);
      return found;
    },
    read: files.read,
    async checkQuota(wanted) {
      const present = wanted.flatMap(({ path }) => known.get(path) ?? []);
      const largestFile = Math.max(...wanted.map(({ bytes }) => bytes));
      await checkQuota(totalSize(wanted) - totalSize(present), largestFile);
    },
    setTotalBytes(bytes) {
      totalBytes = bytes;
      report(0, null);
    },
  };
}
