/** Files of a model: where they come from and where Cache Storage keeps them. */
import type { ModelFile } from "../contract/model.ts";
import { installedFolder } from "../scope/installed-folder.ts";

export interface CacheLocation {
  /** The file's path within its model. */
  readonly path: string;
  /** The address to download from: a URL, or a path relative to the scope. */
  readonly source: string;
  /** The name of the cache that keeps the file, and the file's URL there. */
  readonly cacheName: string;
  readonly key: string;
}

/** A file whose size and SHA-256 checksum are known. */
export type CachedFile = ModelFile & CacheLocation;

/** A file whose SHA-256 checksum is computed when it arrives. */
export interface UnverifiedFile extends CacheLocation, Pick<ModelFile, "url" | "offset"> {
  /** Null where it is not known. */
  readonly bytes: number | null;
  /** MD5 checksum in hexadecimal, or null. It detects errors, not attacks. */
  readonly md5: string | null;
}

/** Files that are downloaded and verified together, under one lock. */
export interface FileGroup {
  readonly name: string;
  readonly files: readonly CachedFile[];
}

/** The URL in Cache Storage below which every file of a model is kept; ends in `/`. */
export function modelFolder(id: string): string {
  return `${installedFolder()}${encodeURIComponent(id)}/`;
}

/** The size of all files together, in bytes. */
export function totalSize(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
