/** The part of `navigator.storage` that reports the quota. WebKitGTK has no such object at all. */
export type StorageEstimator = Partial<Pick<StorageManager, "estimate">> | undefined;

/** The origin's usage and quota in bytes; each is absent where the browser does not report it. */
export async function estimateStorage(storage: StorageEstimator): Promise<StorageEstimate> {
  return (await storage?.estimate?.()) ?? {};
}
