/** The row of an install that is not complete: the next attempt, perhaps after a restart, resumes from it. */
import type { ModelFile } from "../contract/model.ts";
import type { ModelRowStore, UnfinishedModelRow } from "../store/model-rows.ts";
import type { ProgressTracker } from "./install-progress.ts";

export interface UnfinishedRow {
  readonly totalBytes: number | null;
  /** Installed files of a listed model. */
  readonly files: readonly ModelFile[];
  /** Write the progress and `change` to the store. */
  save(change?: Partial<UnfinishedModelRow>): Promise<void>;
  /** The same, but a write that fails only warns: the install's outcome counts, whether it is saved or not. */
  trySave(change?: Partial<UnfinishedModelRow>): Promise<void>;
}

export interface UnfinishedRowOptions {
  /** Undefined: nothing is written. */
  readonly store: Pick<ModelRowStore, "putModelRow"> | undefined;
  readonly progress: Pick<ProgressTracker, "state" | "start">;
}

/** The row of an install that has stored nothing yet. */
export function newUnfinishedRow(id: string, totalBytes: number | null): UnfinishedModelRow {
  return { id, status: "installing", message: "", loadedBytes: 0, totalBytes, files: [] };
}

/** @param before the row that an earlier attempt left */
export function createUnfinishedRow(
  id: string,
  before: UnfinishedModelRow | undefined,
  totalBytes: number | null,
  { store, progress }: UnfinishedRowOptions,
): UnfinishedRow {
  let row: UnfinishedModelRow = {
    ...(before ?? newUnfinishedRow(id, totalBytes)),
    status: "installing",
    message: "",
    totalBytes: before?.totalBytes ?? totalBytes,
  };
  progress.start(row.loadedBytes, row.totalBytes);

  async function save(change: Partial<UnfinishedModelRow> = {}): Promise<void> {
    const { loadedBytes, totalBytes: total } = progress.state();
    row = { ...row, loadedBytes, totalBytes: total, ...change };
    await store?.putModelRow(row);
  }

  return {
    totalBytes: row.totalBytes,
    files: row.files,
    save,
    trySave: (change) =>
      save(change).catch((error: unknown) => console.warn("The state of an install was not saved.", error)),
  };
}
