/** Adds model files of a person's own: examines them, refuses what no engine can run, and stores the rest. */
import type { FileSummary } from "../contract/file-summary.ts";
import { scopedName } from "../scope/scoped-name.ts";
import type { Catalogue } from "./catalogue.ts";
import { ADDED_FILES, isSameContent } from "./blob-files.ts";
import type { EngineModels } from "./engine-models.ts";
import type { ExaminedFile, ExamineFile } from "./examined-file.ts";
import { idOfFile } from "./file-id.ts";
import { modelLock } from "./install-run.ts";
import type { Installer } from "./installer.ts";
import { ModelError } from "./model-error.ts";
import { checkQuota } from "./quota.ts";
import { storeFile, type StoreFileOptions } from "./store-file.ts";

export interface NamedFile {
  readonly blob: Blob;
  readonly name: string;
}

export interface FileAdder {
  /** @throws {ModelError} `failed` if no engine can read the file, or it is damaged */
  examine(file: NamedFile): Promise<FileSummary>;
  /**
   * Starts to store a file, as an install that `Installer.install` joins and `Installer.pause` ends. A file whose content
   * is installed already is not stored again.
   *
   * @returns the model's id
   * @throws {ModelError} `failed` with the reason why the file cannot be used, `no-space`
   */
  add(file: NamedFile): Promise<string>;
}

export interface FileAdderOptions extends StoreFileOptions {
  readonly examineFile: ExamineFile;
  readonly catalogue: Catalogue;
  readonly installer: Pick<Installer, "start">;
  readonly engines: readonly EngineModels[];
}

/** Held while an id is chosen, over all contexts of the scope. */
const ADD_LOCK = scopedName("insitu-add-file");

export function createFileAdder(options: FileAdderOptions): FileAdder {
  const { examineFile, catalogue, installer, engines, store, locks, files, estimate, removeFiles } = options;

  function examine({ blob, name }: NamedFile): Promise<ExaminedFile> {
    return examineFile({
      name,
      size: blob.size,
      read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
    });
  }

  /** A closed browser may leave parts of a file, which nothing can complete. */
  async function removeLeftovers(): Promise<void> {
    for (const { id, status } of await store.listModelRows()) {
      if (status === "installed" || (await catalogue.find(id)) !== undefined) continue;
      await locks.request(modelLock(id), { ifAvailable: true }, async (lock) => {
        if (lock === null) return;
        await removeFiles(id);
        await store.deleteModelRow(id);
      });
    }
  }

  /** The installed model with the same content. */
  async function findTwin(blob: Blob) {
    for (const row of await store.listModelRows()) {
      if (row.status !== "installed") continue;
      const engine = engines.find((one) => one.describe(row.model) !== undefined);
      const parts = engine?.fileGroups(row.model).flatMap((group) => group.files) ?? [];
      if (!(await isSameContent(blob, parts))) continue;
      return { id: row.id, isComplete: await files.isInstalled(parts) };
    }
    return undefined;
  }

  async function freeId(name: string): Promise<string> {
    const [entries, rows] = await Promise.all([catalogue.entries(), store.listModelRows()]);
    const taken = new Set([...entries, ...rows].map(({ id }) => id));
    return idOfFile(name, (id) => taken.has(id));
  }

  async function start(file: NamedFile): Promise<string> {
    const { blob, name } = file;
    const { summary, list } = await examine(file);
    if (summary.problem !== null) throw new ModelError("failed", summary.problem);
    await removeLeftovers();
    const twin = await findTwin(blob);
    if (twin?.isComplete === true) return twin.id;
    const id = twin?.id ?? (await freeId(name));
    await checkQuota(estimate, id, blob.size, 0);
    const unfinished = { id, message: "", loadedBytes: 0, totalBytes: blob.size, files: [] };
    await store.putModelRow({ ...unfinished, status: "installing" });
    const listed = list(id, { base: ADDED_FILES });
    installer.start(id, (signal, progress) => storeFile(blob, listed, { signal, progress }, options));
    return id;
  }

  return {
    examine: async (file) => (await examine(file)).summary,
    add: (file) => locks.request(ADD_LOCK, {}, () => start(file)),
  };
}
