/**
 * Installs model files into Cache Storage and vouches for their bytes. What is installed and sound is never
 * asked of the network again; what is not sound is fetched anew once.
 */
import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ModelFile } from "../config/model.ts";
import { scopedName } from "../scope/scoped-name.ts";
import { EngineError } from "../contract/engine-error.ts";
import { fetchFile, type FetchFileOptions } from "./fetch-file.ts";
import { putInCache } from "./put-in-cache.ts";
import { createPartialFiles } from "./partial-files.ts";
import { sha256 } from "./sha256.ts";

/** Where a file comes from and where it is kept. */
export interface CacheLocation {
  /** Where it is fetched: a URL, or a path relative to the scope. */
  readonly source: string;
  /** The name of the cache that keeps it, and its URL there. */
  readonly cacheName: string;
  readonly key: string;
}

/** A file of a catalogue entry. */
export interface CachedFile extends ModelFile, CacheLocation {}

/** A file whose SHA-256 sum is found out by fetching it. */
export interface UnsummedFile extends CacheLocation {
  /** Null where nobody knows it. */
  readonly bytes: number | null;
  /** Its MD5 sum in hexadecimal, or null. It keeps errors away, not enemies. */
  readonly md5: string | null;
}

export interface FilesProgress {
  readonly phase: "verifying" | "downloading";
  /** Bytes of all the files that are here, the one under way included. */
  readonly loadedBytes: number;
  readonly totalBytes: number;
  /** A line, while the connection is broken and tried again. */
  readonly problem: string | null;
}

export interface EnsureOptions {
  /** Aborting it keeps what has arrived. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: FilesProgress) => void;
}

export type FetchOptions = Pick<FetchFileOptions, "signal" | "onBytes" | "onProblem">;

export interface ModelFiles {
  /**
   * Make `files` be there with the bytes that the catalogue names. One caller at a time per `group`, over
   * all contexts of the origin: a second one finds what the first has fetched.
   *
   * @throws {EngineError} `unavailable` where the host cannot be reached, `failed` where the files are not there,
   *   damaged, or too big for the room that is left
   */
  ensure(group: string, files: readonly CachedFile[], options?: EnsureOptions): Promise<void>;
  /**
   * Fetch a file without a SHA-256 sum and keep it.
   *
   * @returns its length and the sum of what arrived
   * @throws {EngineError} as `ensure` does
   */
  fetchUnsummed(file: UnsummedFile, options?: FetchOptions): Promise<Pick<ModelFile, "bytes" | "sha256">>;
  /** The bytes of a file that is there. @throws {EngineError} where it has gone */
  read(file: CachedFile): Promise<ArrayBuffer>;
  /** Whether every file is there. Looks at no bytes. */
  isInstalled(files: readonly CacheLocation[]): Promise<boolean>;
  /** How much of a file has arrived, where it is not complete. */
  partialBytes(file: CacheLocation): Promise<number>;
  /** Remove the files, and parts of them. */
  remove(files: readonly CacheLocation[]): Promise<void>;
}

export interface ModelFilesOptions {
  /** What relative sources are relative to. */
  readonly scope: URL;
  readonly caches?: Pick<CacheStorage, "open">;
  readonly fetch?: typeof fetch;
  readonly locks?: Pick<LockManager, "request">;
  /** How long to wait before each new try of a broken connection, in milliseconds. */
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

  async function cached({ cacheName, key }: CacheLocation): Promise<Response | undefined> {
    const cache = await caches.open(cacheName);
    return cache.match(key);
  }

  async function isSound(file: CachedFile): Promise<boolean> {
    const response = await cached(file);
    if (response === undefined) return false;
    const content = new Uint8Array(await response.arrayBuffer());
    if (content.length === file.bytes && (await sha256(content)) === file.sha256) return true;
    await remove([file]);
    return false;
  }

  /** Fetch a file and keep it, unless `check` finds it damaged: then nothing of it is kept. */
  async function install(
    file: CacheLocation & { readonly bytes: number | null },
    check: (content: Uint8Array<ArrayBuffer>) => Promise<"" | "SHA-256" | "MD5">,
    options: FetchOptions,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const url = new URL(file.source, scope);
    const content = await fetchFile(
      { url, bytes: file.bytes, key: file.key },
      { ...options, partials, fetch, ...(retryDelaysMs && { retryDelaysMs }) },
    );
    const wrongSum = await check(content);
    if (wrongSum === "") await putInCache(caches, file.cacheName, file.key, content);
    await partials.remove(file.key);
    if (wrongSum === "") return content;
    const message = `The model file ${url.href} is damaged: its ${wrongSum} sum is not the one in the catalogue.`;
    throw new EngineError("failed", message);
  }

  async function ensureAll(
    files: readonly CachedFile[],
    { signal, onProgress = () => {} }: EnsureOptions,
  ): Promise<void> {
    const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    let loadedBytes = 0;
    const missing: CachedFile[] = [];
    for (const file of files) {
      signal?.throwIfAborted();
      if (!(await isSound(file))) {
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
      const check = async (content: Uint8Array<ArrayBuffer>) =>
        (await sha256(content)) === file.sha256 ? "" : "SHA-256";
      await install(file, check, { onBytes, onProblem: report, ...(signal && { signal }) });
      loadedBytes += file.bytes;
    }
  }

  async function remove(files: readonly CacheLocation[]): Promise<void> {
    for (const { cacheName, key } of files) {
      await (await caches.open(cacheName)).delete(key);
      await partials.remove(key);
    }
  }

  return {
    async ensure(group, files, options = {}) {
      const { signal } = options;
      await locks.request(scopedName(`insitu-model:${group}`), { ...(signal && { signal }) }, () =>
        ensureAll(files, options),
      );
    },
    async fetchUnsummed(file, options = {}) {
      const check = async (content: Uint8Array<ArrayBuffer>) =>
        file.md5 === null || bytesToHex(md5(content)) === file.md5 ? "" : "MD5";
      const content = await install(file, check, options);
      return { bytes: content.length, sha256: await sha256(content) };
    },
    async read(file) {
      const response = await cached(file);
      if (response !== undefined) return response.arrayBuffer();
      throw new EngineError("unavailable", `The model file ${file.path} has gone from the browser's cache.`);
    },
    async isInstalled(files) {
      const found = await Promise.all(files.map(cached));
      return found.every((response) => response !== undefined);
    },
    partialBytes: ({ key }) => partials.size(key),
    remove,
  };
}
