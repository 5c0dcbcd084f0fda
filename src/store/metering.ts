/** Rate limits, usage and the request log. */
import type { IDBPObjectStore } from "idb";
import { type DatabaseConnection, type TableName, type Tables, suppressUnhandledAbort } from "./database.ts";
import { type KeyBuckets, UnsavedBuckets, type KeyRates } from "./unsaved-buckets.ts";
import type { Caller } from "./keys.ts";
import type { RowParser } from "./parse-rows.ts";
import {
  bucketsSchema,
  logRowSchema,
  takeSchema,
  usageSchema,
  type Limits,
  type LogRow,
  type TakeRow,
  type UsageRow,
} from "./rows.ts";
import { addUsage } from "./sweep-keys.ts";
import { bucketState, spend, type BucketState } from "./token-bucket.ts";
import type { WriteHealth } from "./write-health.ts";

/** The limits in force for a key. */
export interface EffectiveLimits extends Limits {
  /** False for buckets that never refill (tests); true if absent. */
  readonly refill?: boolean;
}

export interface Allowance {
  /** True if a request could be taken from the request bucket. */
  readonly allowed: boolean;
  readonly requests: BucketState;
  readonly tokens: BucketState;
  /** False if this could not be written: it then holds in memory, as long as this context lives. */
  readonly saved: boolean;
}

export interface RequestRecord extends LogRow {
  /** The caller and the limits in force; null if the request was not authenticated. */
  readonly caller: {
    readonly id: string;
    readonly workspace: string;
    readonly limits: EffectiveLimits;
  } | null;
}

export interface MeteringStore {
  /**
   * Takes one request from the key's bucket if the bucket has one. Transactions serialise parallel calls from all
   * contexts of the origin. If the database cannot be written (a full quota), this context's memory replaces it.
   *
   * @param request the request's id, if it has one: a request that is dispatched again, because the service worker that
   * took it died, is not taken twice
   */
  takeRequest(caller: Pick<Caller, "id">, limits: EffectiveLimits, request?: string): Promise<Allowance>;
  /**
   * Debits the tokens that a request used, adds it to the usage, and logs it. If its workspace has been deleted
   * meanwhile, it is only logged; if its key has been revoked, its usage counts with the former keys. If the database
   * cannot be written, only the tokens are debited, in memory.
   */
  record(entry: RequestRecord): Promise<void>;
  /** Why `takeRequest` and `record` cannot save anything at the moment, for a person; null if they can. */
  writeProblem(): string | null;
  /** Usage per key; the row whose `key` is "" is the sum over a workspace's former keys. */
  usage(workspace?: string): Promise<readonly UsageRow[]>;
  /** The last 500 requests, oldest first. */
  requestLog(): Promise<readonly LogRow[]>;
}

type TakeStore = IDBPObjectStore<Tables, TableName[], "takes", "readwrite">;

const MAX_LOG_ROWS = 500;
/** Far longer than a browser takes to restart a worker. */
const TAKE_RETENTION_MS = 60_000;

export function createMeteringStore(
  connection: DatabaseConnection,
  rows: RowParser,
  now: () => number,
  health: WriteHealth,
): MeteringStore {
  const unsavedBuckets = new UnsavedBuckets();
  const life = crypto.randomUUID();
  const rates = ({
    requestsPerMinute,
    tokensPerMinute,
    refill: refills = true,
  }: EffectiveLimits): KeyRates => ({
    requestRate: { capacity: requestsPerMinute, refills },
    tokenRate: { capacity: tokensPerMinute, refills },
  });

  /** True if an earlier service worker took the request. An id that is reused within one life is another request. */
  const takenBefore = async (takes: TakeStore, key: string, request: string) => {
    const row = rows.parseRow("takes", takeSchema, await takes.get([key, request]));
    return row !== undefined && row.life !== life;
  };

  return {
    async takeRequest({ id }, limits, request) {
      const limitRates = rates(limits);
      let row: KeyBuckets | undefined;
      let taken = false;
      const take = (time: number) => {
        const unsaved = unsavedBuckets.get(id);
        const left = unsavedBuckets.remaining(id, row, limitRates, time);
        const allowed = taken || left.requests.level >= 1;
        const requests = allowed && !taken ? spend(left.requests, 1) : left.requests;
        return { unsaved, allowed, buckets: { requests, tokens: left.tokens } };
      };
      const allowance = (allowed: boolean, { requests, tokens }: KeyBuckets, saved: boolean): Allowance => ({
        allowed,
        requests: bucketState(requests, limitRates.requestRate),
        tokens: bucketState(tokens, limitRates.tokenRate),
        saved,
      });
      try {
        const database = await connection.open();
        const transaction = suppressUnhandledAbort(database.transaction(["buckets", "takes"], "readwrite"));
        const bucketRows = transaction.objectStore("buckets");
        const takes = transaction.objectStore("takes");
        row = rows.parseRow("buckets", bucketsSchema, await bucketRows.get(id));
        taken = request !== undefined && (await takenBefore(takes, id, request));
        const time = now();
        const { unsaved, allowed, buckets } = take(time);
        await bucketRows.put({ key: id, ...buckets });
        if (allowed && request !== undefined) {
          await takes.put({ key: id, request, life, at: time } satisfies TakeRow);
          for (const old of await takes
            .index("at")
            .getAllKeys(IDBKeyRange.upperBound(time - TAKE_RETENTION_MS))) {
            await takes.delete(old);
          }
        }
        await transaction.done;
        unsavedBuckets.deleteIfUnchanged(id, unsaved);
        return allowance(allowed, buckets, true);
      } catch (error) {
        health.failed(error);
        const { allowed, buckets } = take(now());
        unsavedBuckets.set(id, buckets);
        return allowance(allowed, buckets, false);
      }
    },

    async record({ caller, ...entry }) {
      const spent = entry.promptTokens + entry.completionTokens;
      let row: KeyBuckets | undefined;
      const debit = (key: string, limits: EffectiveLimits) => {
        const unsaved = unsavedBuckets.get(key);
        const { requests, tokens } = unsavedBuckets.remaining(key, row, rates(limits), now());
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
    },

    writeProblem: () => health.problem,

    async usage(workspace) {
      const database = await connection.open();
      const range = workspace === undefined ? undefined : IDBKeyRange.bound([workspace], [workspace, []]);
      return rows.parseRows("usage", usageSchema, await database.getAll("usage", range));
    },

    async requestLog() {
      const database = await connection.open();
      return rows.parseRows("log", logRowSchema, await database.getAll("log"));
    },
  };
}
