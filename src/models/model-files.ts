/**
 * Installs model files into Cache Storage and vouches for their bytes. What is installed and sound is never
 * asked of the network again; what is not sound is fetched anew once.
 */
import type { ModelFile } from "../config/schema.ts";
import { EngineError } from "../engine/engine-error.ts";
import { download } from "./download.ts";
import { sha256 } from "./sha256.ts";

/** A file of a catalogue entry, where it comes from and where it is kept. */
export interface PlacedFile extends ModelFile {
  /** Where it is fetched: a URL, or a path relative to the scope. */
  readonly source: string;
  /** The name of the cache that keeps it, and its URL there. */
  readonly cacheName: string;
  readonly key: string;
}

export interface InstallProgress {
  readonly phase: "verifying" | "downloading";
  /** Bytes of all the files that are here, the one under way included. It never falls. */
  readonly loadedBytes: number;
  readonly totalBytes: number;
}

export interface EnsureOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: InstallProgress) => void;
}

export interface ModelFiles {
  /**
   * Make `files` be there with the bytes that the catalogue names. One caller at a time per `group`, over
   * all contexts of the origin: a second one finds what the first has fetched.
   *
   * @throws {EngineError} `unavailable` where the host cannot be reached, `failed` where the files are not there,
   *   damaged, or too big for the room that is left
   */
  ensure(group: string, files: readonly PlacedFile[], options?: EnsureOptions): Promise<void>;
  /** The bytes of a file that `ensure` has put there. @throws {EngineError} where it has gone */
  read(file: PlacedFile): Promise<ArrayBuffer>;
  /** Whether every file is there. Looks at no bytes. */
  isInstalled(files: readonly PlacedFile[]): Promise<boolean>;
  remove(files: readonly PlacedFile[]): Promise<void>;
}

export interface ModelFilesOptions {
  /** What relative sources are relative to. */
  readonly scope: URL;
  readonly caches?: Pick<CacheStorage, "open">;
  readonly fetch?: typeof fetch;
  readonly locks?: Pick<LockManager, "request">;
}

export function createModelFiles({
  scope,
  caches = globalThis.caches,
  fetch = globalThis.fetch.bind(globalThis),
  locks = navigator.locks,
}: ModelFilesOptions): ModelFiles {
  async function cached(file: PlacedFile): Promise<Response | undefined> {
    const cache = await caches.open(file.cacheName);
    return cache.match(file.key);
  }

  async function isSound(file: PlacedFile): Promise<boolean> {
    const response = await cached(file);
    if (response === undefined) return false;
    if (await matches(file, new Uint8Array(await response.arrayBuffer()))) return true;
    await remove([file]);
    return false;
  }

  async function install(
    file: PlacedFile,
    signal: AbortSignal | undefined,
    onBytes: (received: number) => void,
  ): Promise<void> {
    const url = new URL(file.source, scope);
    const content = await download({ url, bytes: file.bytes, fetch, signal, onBytes });
    if (!(await matches(file, content))) {
      throw new EngineError(
        "failed",
        `The model file ${url.href} is damaged: its SHA-256 sum is not the one in the catalogue.`,
      );
    }
    const cache = await caches.open(file.cacheName);
    const response = new Response(content, {
      headers: { "content-type": "application/octet-stream", "content-length": String(file.bytes) },
    });
    try {
      await cache.put(file.key, response);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
      throw new EngineError(
        "failed",
        `The browser has no room for the model file ${url.href} (${file.bytes} bytes): free some disk space or remove another model.`,
        undefined,
        { cause: error },
      );
    }
  }

  async function ensureAll(
    files: readonly PlacedFile[],
    { signal, onProgress }: EnsureOptions,
  ): Promise<void> {
    const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    let loadedBytes = 0;
    const missing: PlacedFile[] = [];
    for (const file of files) {
      signal?.throwIfAborted();
      if (!(await isSound(file))) {
        missing.push(file);
        continue;
      }
      loadedBytes += file.bytes;
      onProgress?.({ phase: "verifying", loadedBytes, totalBytes });
    }
    for (const file of missing) {
      const before = loadedBytes;
      await install(file, signal, (received) =>
        onProgress?.({ phase: "downloading", loadedBytes: before + received, totalBytes }),
      );
      loadedBytes += file.bytes;
    }
  }

  async function remove(files: readonly PlacedFile[]): Promise<void> {
    for (const { cacheName, key } of files) await (await caches.open(cacheName)).delete(key);
  }

  return {
    async ensure(group, files, options = {}) {
      const { signal } = options;
      await locks.request(`insitu-model:${group}`, { ...(signal && { signal }) }, () =>
        ensureAll(files, options),
      );
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
    remove,
  };
}

async function matches(file: ModelFile, content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return content.length === file.bytes && (await sha256(content)) === file.sha256;
}
