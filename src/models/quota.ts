import { EngineError } from "../contract/engine-error.ts";
import { describeBytes } from "../format/describe-bytes.ts";

/**
 * Checks that the browser has room for an install before its weights are downloaded.
 *
 * @param bytes still to be downloaded
 * @param largestFile a file is in the cache twice for a moment, in parts and whole
 * @throws {EngineError} `failed`, with what would help
 */
export async function checkQuota(
  estimate: () => Promise<StorageEstimate>,
  id: string,
  bytes: number,
  largestFile: number,
): Promise<void> {
  const { quota, usage = 0 } = await estimate();
  if (quota === undefined || bytes + largestFile <= quota - usage) return;
  throw new EngineError(
    "failed",
    `The model '${id}' needs ${describeBytes(bytes + largestFile)} while it is installed, but the browser has room for ` +
      `${describeBytes(Math.max(0, quota - usage))}: remove another model or free some disk space.`,
  );
}
