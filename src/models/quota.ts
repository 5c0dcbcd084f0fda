import { describeBytes } from "../format/describe-bytes.ts";
import { ModelError } from "./model-error.ts";

/**
 * Checks that an install fits into the origin's quota, before its weights are downloaded.
 *
 * @param bytes still to be downloaded
 * @param largestFile counted twice: while a file is put together, the cache holds its parts and the whole
 * @throws {ModelError} `no-space`, with what would help
 */
export async function checkQuota(
  estimate: () => Promise<StorageEstimate>,
  id: string,
  bytes: number,
  largestFile: number,
): Promise<void> {
  const { quota, usage = 0 } = await estimate();
  if (quota === undefined || bytes + largestFile <= quota - usage) return;
  throw new ModelError(
    "no-space",
    `The model '${id}' needs ${describeBytes(bytes + largestFile)} while it is installed, but the browser has room for ` +
      `${describeBytes(Math.max(0, quota - usage))}: remove another model or free some disk space.`,
  );
}

/** True if a browser's storage refused a write because the quota is used up. */
export function isQuotaExceeded(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}
