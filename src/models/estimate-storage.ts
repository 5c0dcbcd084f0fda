/** The part of `navigator.storage` that tells of room. WebKitGTK has no such object at all. */
export type StorageEstimator = Partial<Pick<StorageManager, "estimate">> | undefined;

/** Bytes that the origin keeps and may keep; absent where the browser does not say. */
export async function estimateStorage(storage: StorageEstimator): Promise<StorageEstimate> {
  return (await storage?.estimate?.()) ?? {};
}
