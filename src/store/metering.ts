/** Rate limits, usage and the request log. */
import type { DatabaseConnection } from "./database.ts";
import type { EffectiveLimits } from "./key-rates.ts";
import type { Caller } from "./keys.ts";
import type { RowParser } from "./parse-rows.ts";
import { createRecord, type RequestRecord } from "./record-request.ts";
import { logRowSchema, usageSchema, type LogRow, type UsageRow } from "./rows.ts";
import { type Allowance, createTakeRequest } from "./take-request.ts";
import { UnsavedBuckets } from "./unsaved-buckets.ts";
import type { WriteHealth } from "./write-health.ts";

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
  /** The reason why `takeRequest` and `record` cannot save anything at the moment, for a person; null if they can. */
  writeProblem(): string | null;
  /** Usage per key; the row whose `key` is "" is the sum over a workspace's former keys. */
  usage(workspace?: string): Promise<readonly UsageRow[]>;
  /** The last 500 requests, oldest first. */
  requestLog(): Promise<readonly LogRow[]>;
}

export function createMeteringStore(
  connection: DatabaseConnection,
  rows: RowParser,
  now: () => number,
  health: WriteHealth,
): MeteringStore {
  const dependencies = { connection, rows, now, health, unsavedBuckets: new UnsavedBuckets() };
  return {
    takeRequest: createTakeRequest(dependencies),
    record: createRecord(dependencies),

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
