/** Gets all files of one model of the catalogue. */
import type { Model, ModelFile } from "../config/model.ts";
import type { InstallProgress } from "../contract/catalogue.ts";
import { bytesOf, type CatalogueItem } from "./catalogue.ts";
import type { ModelFiles, CachedFile } from "./model-files.ts";
import { installRecord, type PlaceFile } from "./record-install.ts";
import { checkQuota } from "./quota.ts";

/** The files of a model in the groups that they are loaded in. */
export type PlacedGroups = readonly { readonly group: string; readonly files: readonly CachedFile[] }[];

export interface InstallItemOptions {
  readonly files: Pick<ModelFiles, "ensure" | "fetchUnsummed" | "isInstalled" | "partialBytes" | "read">;
  readonly placeGroups: (model: Model) => PlacedGroups;
  readonly placeFile: PlaceFile;
  readonly estimate: () => Promise<StorageEstimate>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface InstallItemRun {
  /** Files that an earlier try has installed, of a model whose sums are found out. */
  readonly known: readonly ModelFile[];
  /** The total that it found, or null. */
  readonly totalBytes: number | null;
  readonly signal: AbortSignal;
  readonly onProgress: (
    at: Pick<InstallProgress, "phase" | "loadedBytes" | "totalBytes" | "problem">,
  ) => void;
  /** Called with all files of such a model that are there, whenever there is one more. */
  readonly onFile: (files: readonly ModelFile[]) => Promise<void>;
}

/**
 * @returns the model as the service may run it
 * @throws {EngineError} where there is no room, or a file cannot be had or is damaged
 */
export async function installItem(
  item: CatalogueItem,
  options: InstallItemOptions,
  run: InstallItemRun,
): Promise<Model> {
  if (item.type === "model") {
    await ensureModel(item.model, options, run);
    return item.model;
  }
  const { files, placeFile, estimate, now } = options;
  const { record } = item;
  const { onProgress, ...rest } = run;
  return installRecord({
    ...rest,
    record,
    files,
    place: placeFile,
    checkRoom: (bytes, largestFile) => checkQuota(estimate, record.model_id, bytes, largestFile),
    onProgress: (at) => onProgress({ phase: "downloading", ...at }),
    now,
  });
}

async function ensureModel(
  model: Model,
  { files, placeGroups, estimate }: InstallItemOptions,
  { signal, onProgress }: InstallItemRun,
): Promise<void> {
  const groups = placeGroups(model);
  const all = groups.flatMap((group) => group.files);
  const largestFile = Math.max(...all.map(({ bytes }) => bytes));
  await checkQuota(estimate, model.id, await missingBytes(files, all), largestFile);
  const totalBytes = bytesOf(model);
  let before = 0;
  for (const { group, files: grouped } of groups) {
    const offset = before;
    await files.ensure(`${model.id}/${group}`, grouped, {
      signal,
      onProgress: ({ phase, loadedBytes, problem }) =>
        onProgress({ phase, loadedBytes: offset + loadedBytes, totalBytes, problem }),
    });
    before += grouped.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

async function missingBytes(
  files: InstallItemOptions["files"],
  placed: readonly CachedFile[],
): Promise<number> {
  let missing = 0;
  for (const file of placed) {
    if (!(await files.isInstalled([file]))) missing += file.bytes - (await files.partialBytes(file));
  }
  return missing;
}
