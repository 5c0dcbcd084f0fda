/** Rate limits, usage and the request log: what is written about each request. */
import type { IDBPObjectStore } from "idb";
import type { Connection, TableName, Tables } from "./database.ts";
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
import { bucketState, refilled, spend, type BucketState, type Rate } from "./token-bucket.ts";

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
   * transactions, in all contexts of the origin.
   *
   * @param request the request's own id, where it has one: a request that was taken by a service worker which
   * died, and is dispatched again to the next one, is not taken twice
   */
  takeRequest(caller: Pick<Caller, "id">, limits: EffectiveLimits, request?: string): Promise<Allowance>;
  /**
   * Debits the tokens that a request used, adds it to the usage figures, and logs it. Of a workspace that was deleted
   * meanwhile only the log line is kept; a revoked key's request counts with the former keys.
   */
  record(entry: RequestRecord): Promise<void>;
  /** Usage per key; the row whose `key` is "" is the sum over a workspace's former keys. */
  usage(workspace?: string): Promise<readonly UsageRow[]>;
  /** The last 500 requests, oldest first. */
  requestLog(): Promise<readonly LogRow[]>;
}

type TakeStore = IDBPObjectStore<Tables, TableName[], "takes", "readwrite">;

const LOG_LENGTH = 500;
/** Far longer than it takes a browser to start a worker again, in milliseconds. */
const TAKE_KEPT = 60_000;

export function createMeteringStore(
  connection: Connection,
  rows: RowParser,
  now: () => number,
): MeteringStore {
  const life = crypto.randomUUID();
  const rates = ({ requestsPerMinute, tokensPerMinute, refill: refills = true }: EffectiveLimits) => ({
    requestRate: { capacity: requestsPerMinute, refills } satisfies Rate,
    tokenRate: { capacity: tokensPerMinute, refills } satisfies Rate,
  });

  /** A client that uses an id again within one life is not dispatched again: it makes another request. */
  const takenBefore = async (takes: TakeStore, key: string, request: string) => {
    const row = rows.parseRow("takes", takeSchema, await takes.get([key, request]));
    return row !== undefined && row.life !== life;
  };

  return {
    async takeRequest({ id }, limits, request) {
      const { requestRate, tokenRate } = rates(limits);
      const database = await connection.open();
      const transaction = database.transaction(["buckets", "takes"], "readwrite");
      const buckets = transaction.objectStore("buckets");
      const row = rows.parseRow("buckets", bucketsSchema, await buckets.get(id));
      const time = now();
      const available = refilled(row?.requests, requestRate, time);
      const tokens = refilled(row?.tokens, tokenRate, time);
      const taken =
        request !== undefined && (await takenBefore(transaction.objectStore("takes"), id, request));
      const allowed = taken || available.level >= 1;
      const requests = allowed && !taken ? spend(available, 1) : available;
      await buckets.put({ key: id, requests, tokens });
      if (allowed && request !== undefined) {
        const takes = transaction.objectStore("takes");
        await takes.put({ key: id, request, life, at: time } satisfies TakeRow);
        for (const old of await takes.index("at").getAllKeys(IDBKeyRange.upperBound(time - TAKE_KEPT))) {
          await takes.delete(old);
        }
      }
      await transaction.done;
      return {
        allowed,
        requests: bucketState(requests, requestRate),
        tokens: bucketState(tokens, tokenRate),
      };
    },

    async record({ caller, ...entry }) {
      const database = await connection.open();
      const transaction = database.transaction(
        ["buckets", "usage", "log", "keys", "workspaces"],
        "readwrite",
      );
      const log = transaction.objectStore("log");
      const number = await log.add(entry);
      await log.delete(IDBKeyRange.upperBound(number - LOG_LENGTH));
      // Both may have been deleted since the request came: no row may outlive what it belongs to.
      const workspace = caller && (await transaction.objectStore("workspaces").getKey(caller.workspace));
      const key = caller && (await transaction.objectStore("keys").getKey(caller.id));
      if (caller !== null && workspace !== undefined) {
        const { tokenRate, requestRate } = rates(caller.limits);
        const buckets = transaction.objectStore("buckets");
        const spent = entry.promptTokens + entry.completionTokens;
        if (spent > 0 && key !== undefined) {
          const row = rows.parseRow("buckets", bucketsSchema, await buckets.get(caller.id));
          const tokens = spend(refilled(row?.tokens, tokenRate, now()), spent);
          await buckets.put({
            key: caller.id,
            requests: refilled(row?.requests, requestRate, now()),
            tokens,
          });
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
    },

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
