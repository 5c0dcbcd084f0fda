/** Recording a request that has ended: its tokens, its usage and its row of the log. */
import { type EffectiveLimits, ratesOf } from "./key-rates.ts";
import type { MeteringDependencies } from "./metering-dependencies.ts";
import { bucketsSchema, usageSchema, type LogRow, type UsageRow } from "./rows.ts";
import { addUsage } from "./sweep-keys.ts";
import { spend } from "./token-bucket.ts";
import type { KeyBuckets } from "./unsaved-buckets.ts";
import { suppressUnhandledAbort } from "../util/suppress-unhandled-abort.ts";

export interface RequestRecord extends LogRow {
  /** The caller and the limits in force; null if the request was not authenticated. */
  readonly caller: {
    readonly id: string;
    readonly workspace: string;
    readonly limits: EffectiveLimits;
  } | null;
}

const MAX_LOG_ROWS = 500;

/** Creates `MeteringStore.record`. */
export function createRecord({
  connection,
  rows,
  now,
  health,
  unsavedBuckets,
}: MeteringDependencies): (entry: RequestRecord) => Promise<void> {
  return async ({ caller, ...entry }) => {
    const spent = entry.promptTokens + entry.completionTokens;
    let row: KeyBuckets | undefined;
    const debit = (key: string, limits: EffectiveLimits) => {
      const unsaved = unsavedBuckets.get(key);
      const { requests, tokens } = unsavedBuckets.remaining(key, row, ratesOf(limits), now());
      return { unsaved, buckets: { requests, tokens: spend(tokens, spent) } };
    };
    try {
      const database = await connection.open();
      const transaction = suppressUnhandledAbort(
        database.transaction(["buckets", "usage", "log", "keys", "workspaces"], "readwrite"),
      );
      const log = transaction.objectStore("log");
      let release = () => {};
      // Read before the first write, which may fail: the debit in memory needs the row.
      if (caller !== null) {
        const bucketRow = await transaction.objectStore("buckets").get(caller.id);
        row = rows.parseRow("buckets", bucketsSchema, bucketRow);
      }
      const number = await log.add(entry);
      await log.delete(IDBKeyRange.upperBound(number - MAX_LOG_ROWS));
      // Both may have been deleted since the request arrived, and no row may outlive its owner.
      const workspace = caller && (await transaction.objectStore("workspaces").getKey(caller.workspace));
      const key = caller && (await transaction.objectStore("keys").getKey(caller.id));
      if (caller !== null && workspace !== undefined) {
        if (spent > 0 && key !== undefined) {
          const { unsaved, buckets } = debit(caller.id, caller.limits);
          await transaction.objectStore("buckets").put({ key: caller.id, ...buckets });
          release = () => unsavedBuckets.deleteIfUnchanged(caller.id, unsaved);
        }
        const usage = transaction.objectStore("usage");
        const sum = rows.parseRow("usage", usageSchema, await usage.get([caller.workspace, key ?? ""]));
        const more: UsageRow = {
          workspace: caller.workspace,
          key: key ?? "",
          requests: 1,
          promptTokens: entry.promptTokens,
          cachedTokens: entry.cachedTokens,
          completionTokens: entry.completionTokens,
          lastUsedAt: entry.at,
        };
        await usage.put(addUsage(sum, more));
      }
      await transaction.done;
      release();
      health.succeeded();
    } catch (error) {
      health.failed(error);
      if (caller !== null && spent > 0) {
        unsavedBuckets.set(caller.id, debit(caller.id, caller.limits).buckets);
      }
    }
  };
}
