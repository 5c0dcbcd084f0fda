/** Rate limits, usage and the request log: what is written about each request. */
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
  /** False for buckets that never refill (tests); true where absent. */
  readonly refill?: boolean;
}

export interface Allowance {
  /** Whether a request could be taken from the request bucket. */
  readonly allowed: boolean;
  readonly requests: BucketState;
  readonly tokens: BucketState;
  /** False where this could not be written: it then holds in memory, for as long as this context lives. */
  readonly saved: boolean;
}

export interface RequestRecord extends LogRow {
  /** Who asked and under which limits; null where the request was not authenticated. */
  readonly caller: {
    readonly id: string;
    readonly workspace: string;
    readonly limits: EffectiveLimits;
  } | null;
}

export interface MeteringStore {
  /**
   * Takes one request from the key's bucket if there is one. Parallel calls are put in a row by their
   * transactions, in all contexts of the origin. Where the database cannot be written (a full quota) this context's
   * memory stands in for it.
   *
   * @param request the request's own id, where it has one: a request that was taken by a service worker which
   * died, and is dispatched again to the next one, is not taken twice
   */
  takeRequest(caller: Pick<Caller, "id">, limits: EffectiveLimits, request?: string): Promise<Allowance>;
  /**
   * Debits the tokens that a request used, adds it to the usage figures, and logs it. Of a workspace that was deleted
   * meanwhile only the log line is kept; a revoked key's request counts with the former keys. Where the database cannot
   * be written only the tokens are debited, in memory.
   */
  record(entry: RequestRecord): Promise<void>;
  /** Why `takeRequest` and `record` keep nothing at the moment, for a person; null where they do. */
  writeProblem(): string | null;
  /** Usage per key; the row whose `key` is "" is the sum over a workspace's former keys. */
  usage(workspace?: string): Promise<readonly UsageRow[]>;
  /** The last 500 requests, oldest first. */
  requestLog(): Promise<readonly LogRow[]>;
}

type TakeStore = IDBPObjectStore<Tables, TableName[], "takes", "readwrite">;

const MAX_LOG_ROWS = 500;
/** Far longer than it takes a browser to start a worker again, in milliseconds. */
const TAKE_RETENTION_MS = 60_000;

export function createMeteringStore(
  connection: DatabaseConnection,
  rows: RowParser,
  now: () => number,
  health: WriteHealth,
): MeteringStore {
  const heldBuckets = new UnsavedBuckets();
  const life = crypto.randomUUID();
  const rates = ({
    requestsPerMinute,
    tokensPerMinute,
    refill: refills = true,
  }: EffectiveLimits): KeyRates => ({
    requestRate: { capacity: requestsPerMinute, refills },
    tokenRate: { capacity: tokensPerMinute, refills },
  });

  /** A client that uses an id again within one life is not dispatched again: it makes another request. */
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
        const held = heldBuckets.get(id);
        const left = heldBuckets.remaining(id, row, limitRates, time);
        const allowed = taken || left.requests.level >= 1;
        const requests = allowed && !taken ? spend(left.requests, 1) : left.requests;
        return { held, allowed, buckets: { requests, tokens: left.tokens } };
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
        const { held, allowed, buckets } = take(time);
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
        heldBuckets.deleteIfUnchanged(id, held);
        return allowance(allowed, buckets, true);
      } catch (error) {
        health.failed(error);
        const { allowed, buckets } = take(now());
        heldBuckets.set(id, buckets);
        return allowance(allowed, buckets, false);
      }
    },

    async record({ caller, ...entry }) {
      const spent = entry.promptTokens + entry.completionTokens;
      let row: KeyBuckets | undefined;
      const debit = (key: string, limits: EffectiveLimits) => {
        const held = heldBuckets.get(key);
        const { requests, tokens } = heldBuckets.remaining(key, row, rates(limits), now());
        return { held, buckets: { requests, tokens: spend(tokens, spent) } };
      };
      try {
        const database = await connection.open();
        const transaction = suppressUnhandledAbort(
          database.transaction(["buckets", "usage", "log", "keys", "workspaces"], "readwrite"),
        );
        const log = transaction.objectStore("log");
        let release = () => {};
        // Read before anything is written: that may fail.
        if (caller !== null) {
          const bucketRow = await transaction.objectStore("buckets").get(caller.id);
          row = rows.parseRow("buckets", bucketsSchema, bucketRow);
        }
        const number = await log.add(entry);
        await log.delete(IDBKeyRange.upperBound(number - MAX_LOG_ROWS));
        // Both may have been deleted since the request came: no row may outlive what it belongs to.
        const workspace = caller && (await transaction.objectStore("workspaces").getKey(caller.workspace));
        const key = caller && (await transaction.objectStore("keys").getKey(caller.id));
        if (caller !== null && workspace !== undefined) {
          if (spent > 0 && key !== undefined) {
            const { held, buckets } = debit(caller.id, caller.limits);
            await transaction.objectStore("buckets").put({ key: caller.id, ...buckets });
            release = () => heldBuckets.deleteIfUnchanged(caller.id, held);
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
          heldBuckets.set(caller.id, debit(caller.id, caller.limits).buckets);
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
