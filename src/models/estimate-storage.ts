/** The part of `navigator.storage` that tells of room. WebKitGTK has no such object at all. */
export type RoomEstimator = Partial<Pick<StorageManager, "estimate">> | undefined;

/** How much the origin keeps and may keep, in bytes; nothing of it where the browser does not say. */
export async function estimateStorage(storage: RoomEstimator): Promise<StorageEstimate> {
  return (await storage?.estimate?.()) ?? {};
}
