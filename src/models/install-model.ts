/** Installs one model of the catalogue: all its files, verified. */
import type { Model, ModelFile } from "../contract/model.ts";
import type { InstallProgress } from "../contract/catalogue.ts";
import { type CachedFile, totalSize } from "./cached-file.ts";
import type { ListedModel } from "./engine-models.ts";
import type { InstallableModel, KnownModel } from "./installable-model.ts";
import { createListedFiles } from "./listed-files.ts";
import { ModelError } from "./model-error.ts";
import type { ModelFiles } from "./model-files.ts";
import type { SelectedEngine } from "./select-engines.ts";
import { checkQuota } from "./quota.ts";

export interface InstallModelOptions {
  readonly files: Pick<ModelFiles, "ensure" | "fetchUnverified" | "isInstalled" | "partialBytes" | "read">;
  readonly estimate: () => Promise<StorageEstimate>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** One attempt. */
export interface InstallAttempt {
  /** Files of a listed model that an earlier attempt has installed. */
  readonly known: readonly ModelFile[];
  /** The total that it found, or null. */
  readonly totalBytes: number | null;
  readonly signal: AbortSignal;
  readonly onProgress: (
    progress: Pick<InstallProgress, "phase" | "loadedBytes" | "totalBytes" | "problem">,
  ) => void;
  /** Called with all installed files of a listed model, after each one. */
  readonly onFile: (files: readonly ModelFile[]) => Promise<void>;
}

/**
 * @returns the model, with the size and checksum of every file
 * @throws {ModelError} where a file cannot be downloaded or is damaged, or the quota is too small
 */
export async function installModel(
  installable: InstallableModel,
  options: InstallModelOptions,
  attempt: InstallAttempt,
): Promise<Model> {
  if (installable.type === "listed") return installListed(installable.listed, options, attempt);
  await ensureModel(installable, options, attempt);
  return installable.model;
}

async function installListed(
  listed: ListedModel,
  { files, estimate, now }: InstallModelOptions,
  { onProgress, ...attempt }: InstallAttempt,
): Promise<Model> {
  const listedFiles = createListedFiles({
    ...attempt,
    files,
    checkQuota: (bytes, largestFile) => checkQuota(estimate, listed.summary.id, bytes, largestFile),
    onProgress: (progress) => onProgress({ phase: "downloading", ...progress }),
  });
  return { ...(await listed.install(listedFiles)), created: Math.floor(now() / 1000) };
}

async function ensureModel(
  { model, engine }: KnownModel & SelectedEngine,
  { files, estimate }: InstallModelOptions,
  { signal, onProgress }: InstallAttempt,
): Promise<void> {
  if (engine === undefined) {
    throw new ModelError("failed", `No engine of this deployment runs the model '${model.id}'.`);
  }
  const groups = engine.fileGroups(model);
  const all = groups.flatMap((group) => group.files);
  const largestFile = Math.max(...all.map(({ bytes }) => bytes));
  await checkQuota(estimate, model.id, await countMissingBytes(files, all), largestFile);
  const totalBytes = totalSize(all);
  let before = 0;
  for (const group of groups) {
    const offset = before;
    await files.ensure(`${model.id}/${group.name}`, group.files, {
      signal,
      onProgress: ({ phase, loadedBytes, problem }) =>
        onProgress({ phase, loadedBytes: offset + loadedBytes, totalBytes, problem }),
    });
    before += totalSize(group.files);
  }
}

async function countMissingBytes(
  files: InstallModelOptions["files"],
  wanted: readonly CachedFile[],
): Promise<number> {
  let missing = 0;
  for (const file of wanted) {
    if (!(await files.isInstalled([file]))) missing += file.bytes - (await files.partialBytes(file));
  }
  return missing;
}
