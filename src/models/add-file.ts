/** Adds model files of a person's own: examines them, refuses what no engine can run, and stores the rest. */
import type { FileDetails, FileSummary } from "../contract/file-summary.ts";
import type { Model } from "../contract/model.ts";
import { scopedName } from "../scope/scoped-name.ts";
import type { Catalogue } from "./catalogue.ts";
import { ADDED_FILES, isSameContent } from "./blob-files.ts";
import type { CachedFile } from "./cached-file.ts";
import type { EngineModels } from "./engine-models.ts";
import type { ExamineFile, ReadableFile } from "./examined-file.ts";
import { idOfFile } from "./file-id.ts";
import { modelLock } from "./install-run.ts";
import type { Installer } from "./installer.ts";
import { ModelError } from "./model-error.ts";
import { checkQuota } from "./quota.ts";
import { openRemoteFile } from "./remote-file.ts";
import { storeFile, type StoreFileOptions } from "./store-file.ts";
import { newUnfinishedRow } from "./unfinished-row.ts";

/** A file from disk, or one at an address. */
export type OfferedFile = NamedFile | { readonly url: string };

export interface NamedFile {
  readonly blob: Blob;
  readonly name: string;
  /** The file that lets the model see. */
  readonly projector?: Blob;
}

export interface FileAdder {
  /** @throws {ModelError} `failed` if no engine can read the file, or it is damaged; as for downloads of one at an address */
  examine(file: OfferedFile): Promise<FileSummary>;
  /**
   * Starts to store a file from disk, as an install that `Installer.install` joins and `Installer.pause` ends; puts a
   * file at an address into the catalogue, for `Installer.install` to download. A file that is installed already is not
   * stored again: one from disk is known by its content, another one by its address.
   *
   * @returns the model's id
   * @throws {ModelError} `failed` with the reason why the file cannot be used, `no-space`
   */
  add(file: OfferedFile): Promise<string>;
}

export interface FileAdderOptions extends StoreFileOptions {
  readonly examineFile: ExamineFile;
  readonly catalogue: Catalogue;
  readonly installer: Pick<Installer, "start">;
  readonly engines: readonly EngineModels[];
  readonly fetch: typeof globalThis.fetch;
  /** True for addresses from which models may be downloaded. */
  readonly isAllowed: (url: URL) => boolean;
}

/** Held while an id is chosen, over all contexts of the scope. */
const ADD_LOCK = scopedName("insitu-add-file");

export function createFileAdder(options: FileAdderOptions): FileAdder {
  const { examineFile, catalogue, installer, engines, store, locks, files, estimate, removeFiles } = options;

  async function open(file: OfferedFile): Promise<ReadableFile> {
    if ("url" in file) return openRemoteFile(allowedUrl(file.url), options.fetch);
    const { blob, name, projector } = file;
    return {
      ...readableBlob(blob, name),
      ...(projector && { projector: readableBlob(projector, "projector") }),
    };
  }

  function allowedUrl(text: string): URL {
    if (!URL.canParse(text)) throw new ModelError("failed", `'${text}' is no address of a file.`);
    const url = new URL(text);
    if (options.isAllowed(url)) return url;
    const message = `This deployment allows no models from ${url.host}: see 'catalogue.hosts' in its deployment file.`;
    throw new ModelError("failed", message);
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

  function filesOf(model: Model): readonly CachedFile[] {
    const engine = engines.find((one) => one.describe(model) !== undefined);
    const files = engine?.fileGroups(model).flatMap((group) => group.files) ?? [];
    // A group may have the headers of several files.
    return files.toSorted((one, other) => (one.offset ?? 0) - (other.offset ?? 0));
  }

  /** The installed model with the same content. */
  async function findTwin(blob: Blob) {
    for (const row of await store.listModelRows()) {
      if (row.status !== "installed") continue;
      const parts = filesOf(row.model);
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

  /** The model that was downloaded, or is to be downloaded, from an address. */
  async function findAddress(url: string): Promise<string | undefined> {
    const row = (await store.listModelRows()).find((one) =>
      one.status === "installed"
        ? filesOf(one.model).some((file) => file.url === url)
        : one.remote?.url === url,
    );
    return row?.id;
  }

  async function start(file: OfferedFile): Promise<string> {
    const readable = await open(file);
    const details = await examineFile(readable);
    const { problem } = details.summary;
    if (problem !== null) throw new ModelError("failed", problem);
    await removeLeftovers();
    return "url" in file
      ? startRemote(new URL(file.url).href, readable.name, details)
      : startLocal(file, details);
  }

  async function startRemote(url: string, name: string, details: FileDetails): Promise<string> {
    const known = await findAddress(url);
    if (known !== undefined) return known;
    const id = await freeId(name);
    await checkQuota(estimate, id, details.summary.bytes, 0);
    const row = newUnfinishedRow(id, details.summary.bytes);
    await store.putModelRow({ ...row, status: "paused", remote: { ...details, url } });
    return id;
  }

  async function startLocal(file: NamedFile, details: FileDetails): Promise<string> {
    const { name, projector } = file;
    const blob = projector === undefined ? file.blob : new Blob([file.blob, projector]);
    const listFile = engines.find((engine) => engine.listFile !== undefined)?.listFile;
    if (listFile === undefined)
      throw new ModelError("failed", "No engine of this deployment runs such files.");
    const twin = await findTwin(blob);
    if (twin?.isComplete === true) return twin.id;
    const id = twin?.id ?? (await freeId(name));
    await checkQuota(estimate, id, blob.size, 0);
    await store.putModelRow(newUnfinishedRow(id, details.summary.bytes));
    const listed = listFile(id, details, { base: ADDED_FILES });
    installer.start(id, (signal, progress) => storeFile(blob, listed, { signal, progress }, options));
    return id;
  }

  return {
    examine: async (file) => (await examineFile(await open(file))).summary,
    add: (file) => locks.request(ADD_LOCK, {}, () => start(file)),
  };
}

function readableBlob(blob: Blob, name: string): ReadableFile {
  return {
    name,
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}
