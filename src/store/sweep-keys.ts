import type { WriteTransaction } from "./database.ts";
import type { RowParser } from "./parse-rows.ts";
import { usageSchema, type UsageRow } from "./rows.ts";

/**
 * Deletes the keys that have expired by `now`, then the rows of all deleted keys. Their usage is added to the
 * workspace's row for former keys.
 *
 * @param transaction spans keys, buckets and usage
 */
export async function sweepKeys(transaction: WriteTransaction, rows: RowParser, now: number): Promise<void> {
  const keys = transaction.objectStore("keys");
  for (const id of await keys.index("expiresAt").getAllKeys(IDBKeyRange.upperBound(now)))
    await keys.delete(id);
  const living = new Set(await keys.getAllKeys());
  const buckets = transaction.objectStore("buckets");
  for (const id of await buckets.getAllKeys()) if (!living.has(id)) await buckets.delete(id);
  const usage = transaction.objectStore("usage");
  for (const [workspace, key] of await usage.getAllKeys()) {
    if (key === "" || living.has(key)) continue;
    const row = rows.parseRow("usage", usageSchema, await usage.get([workspace, key]));
    const former = rows.parseRow("usage", usageSchema, await usage.get([workspace, ""]));
    if (row !== undefined) await usage.put(addUsage(former, { ...row, key: "" }));
    await usage.delete([workspace, key]);
  }
}

/** The sum of two usage rows, under the workspace and key of `sum` if there is one. */
export function addUsage(sum: UsageRow | undefined, more: UsageRow): UsageRow {
  if (sum === undefined) return more;
  return {
    ...sum,
    requests: sum.requests + more.requests,
    promptTokens: sum.promptTokens + more.promptTokens,
    cachedTokens: sum.cachedTokens + more.cachedTokens,
    completionTokens: sum.completionTokens + more.completionTokens,
    lastUsedAt: Math.max(sum.lastUsedAt, more.lastUsedAt),
  };
}
