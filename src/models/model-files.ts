/**
 * Installs model files into Cache Storage and verifies their bytes. A file that is installed and intact is never
 * requested again; a damaged one is downloaded again once.
 */
import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ModelFile } from "../contract/model.ts";
import { scopedName } from "../scope/scoped-name.ts";
import { type CachedFile, type CacheLocation, totalSize, type UnverifiedFile } from "./cached-file.ts";
import { fetchFile, type FetchFileOptions } from "./fetch-file.ts";
import { ModelError } from "./model-error.ts";
import { createPartialFiles } from "./partial-files.ts";
import { putInCache } from "./put-in-cache.ts";
import { sha256 } from "./sha256.ts";

const ADDED_FILE_IS_GONE =
  "A part of this model is damaged or no longer in the browser's storage. It was added from a file: add that file again.";

export interface FilesProgress {
  readonly phase: "verifying" | "downloading";
  /** Bytes of all the files that are present, including those of the file being downloaded. */
  readonly loadedBytes: number;
  readonly totalBytes: number;
  /** One line for a person while the connection is broken and retried, else null. */
  readonly problem: string | null;
}

export interface EnsureOptions {
  /** Aborting it keeps the bytes received so far. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: FilesProgress) => void;
}

export type DownloadOptions = Pick<FetchFileOptions, "signal" | "onBytes" | "onProblem">;

export interface ModelFiles {
  /**
   * Verify `files`, and download those that are missing or damaged. One caller at a time per `group`, over all
   * contexts of the origin: the second one finds what the first has downloaded.
   *
   * @throws {ModelError} `unreachable`, `damaged`, `no-space` or `failed`
   */
  ensure(group: string, files: readonly CachedFile[], options?: EnsureOptions): Promise<void>;
  /**
   * Download and store a file without a SHA-256 checksum.
   *
   * @returns its length and the checksum of the bytes received
   * @throws {ModelError} as `ensure` does
   */
  fetchUnverified(
    file: UnverifiedFile,
    options?: DownloadOptions,
  ): Promise<Pick<ModelFile, "bytes" | "sha256">>;
  /** The content of an installed file. @throws {ModelError} `unreachable` where the browser has evicted it */
  read(file: CacheLocation): Promise<ArrayBuffer>;
  /** The content of an installed file, which the browser reads where it is used. @throws {ModelError} as `read` does */
  open(file: CacheLocation): Promise<Blob>;
  /** True if every file is present. Does not verify them. */
  isInstalled(files: readonly CacheLocation[]): Promise<boolean>;
  /** Number of bytes present of an incomplete file. */
  partialBytes(file: CacheLocation): Promise<number>;
}

export interface ModelFilesOptions {
  /** Base of relative sources. */
  readonly scope: URL;
  readonly caches?: Pick<CacheStorage, "open">;
  readonly fetch?: typeof fetch;
  readonly locks?: Pick<LockManager, "request">;
  /** Delay before each retry of a broken connection, in milliseconds. */
  readonly retryDelaysMs?: readonly number[];
}

export function createModelFiles({
  scope,
  caches = globalThis.caches,
  fetch = globalThis.fetch.bind(globalThis),
  locks = navigator.locks,
  retryDelaysMs,
}: ModelFilesOptions): ModelFiles {
  const partials = createPartialFiles(caches);

  async function findCached({ cacheName, key }: CacheLocation): Promise<Response | undefined> {
    const cache = await caches.open(cacheName);
    return cache.match(key);
  }

  async function requireCached(file: CacheLocation): Promise<Response> {
    const response = await findCached(file);
    if (response !== undefined) return response;
    const message = `The model file ${file.path} is no longer in the browser's cache.`;
    throw new ModelError("unreachable", message);
  }

  async function remove({ cacheName, key }: CacheLocation): Promise<void> {
    await (await caches.open(cacheName)).delete(key);
    await partials.remove(key);
  }

  /** Removes a damaged file. */
  async function isIntact(file: CachedFile): Promise<boolean> {
    const response = await findCached(file);
    if (response === undefined) return false;
    const content = new Uint8Array(await response.arrayBuffer());
    if (content.length === file.bytes && (await sha256(content)) === file.sha256) return true;
    await remove(file);
    return false;
  }

  /** Download a file and store it, unless `findWrongSum` names a checksum that does not match. */
  async function download(
    file: CacheLocation & Pick<UnverifiedFile, "bytes" | "offset">,
    findWrongSum: (content: Uint8Array<ArrayBuffer>) => Promise<"SHA-256" | "MD5" | undefined>,
    options: DownloadOptions,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const url = new URL(file.source, scope);
    if (url.protocol === "file:") throw new ModelError("unreachable", ADDED_FILE_IS_GONE);
    const content = await fetchFile(
      { url, offset: file.offset, bytes: file.bytes, key: file.key },
      { ...options, partials, fetch, ...(retryDelaysMs && { retryDelaysMs }) },
    );
    const wrongSum = await findWrongSum(content);
    if (wrongSum === undefined) await putInCache(caches, file.cacheName, file.key, content);
    await partials.remove(file.key);
    if (wrongSum === undefined) return content;
    const message = `The model file ${url.href} is damaged: its ${wrongSum} checksum is not the one in the catalogue.`;
    throw new ModelError("damaged", message);
  }

  async function ensureAll(
    files: readonly CachedFile[],
    { signal, onProgress = () => {} }: EnsureOptions,
  ): Promise<void> {
    const totalBytes = totalSize(files);
    let loadedBytes = 0;
    const missing: CachedFile[] = [];
    for (const file of files) {
      signal?.throwIfAborted();
      if (!(await isIntact(file))) {
        missing.push(file);
        continue;
      }
      loadedBytes += file.bytes;
      onProgress({ phase: "verifying", loadedBytes, totalBytes, problem: null });
    }
    for (const file of missing) {
      const before = loadedBytes;
      let received = 0;
      const report = (problem: string | null) =>
        onProgress({ phase: "downloading", loadedBytes: before + received, totalBytes, problem });
      const onBytes = (bytes: number) => {
        received = bytes;
        report(null);
      };
      const findWrongSum = async (content: Uint8Array<ArrayBuffer>) =>
        (await sha256(content)) === file.sha256 ? undefined : "SHA-256";
      await download(file, findWrongSum, { onBytes, onProblem: report, ...(signal && { signal }) });
      loadedBytes += file.bytes;
    }
  }

  return {
    async ensure(group, files, options = {}) {
      const { signal } = options;
      await locks.request(scopedName(`insitu-model:${group}`), { ...(signal && { signal }) }, () =>
        ensureAll(files, options),
      );
    },
    async fetchUnverified(file, options = {}) {
      const findWrongSum = async (content: Uint8Array<ArrayBuffer>) =>
        file.md5 === null || bytesToHex(md5(content)) === file.md5 ? undefined : "MD5";
      const content = await download(file, findWrongSum, options);
      return { bytes: content.length, sha256: await sha256(content) };
    },
    read: async (file) => (await requireCached(file)).arrayBuffer(),
    open: async (file) => (await requireCached(file)).blob(),
    async isInstalled(files) {
      const found = await Promise.all(files.map(findCached));
      return found.every((response) => response !== undefined);
    },
    partialBytes: ({ key }) => partials.size(key),
  };
}
