/** Taking one request from a key's bucket. */
import type { IDBPObjectStore } from "idb";
import type { TableName, Tables } from "./database.ts";
import { type EffectiveLimits, ratesOf } from "./key-rates.ts";
import type { Caller } from "./keys.ts";
import type { MeteringDependencies } from "./metering-dependencies.ts";
import { bucketsSchema, takeSchema, type TakeRow } from "./rows.ts";
import { bucketState, spend, type BucketState } from "./token-bucket.ts";
import type { KeyBuckets } from "./unsaved-buckets.ts";
import { suppressUnhandledAbort } from "../util/suppress-unhandled-abort.ts";

/** The outcome of taking a request, and the state of the key's buckets after it. */
export interface Allowance {
  /** True if a request could be taken from the request bucket. */
  readonly allowed: boolean;
  readonly requests: BucketState;
  readonly tokens: BucketState;
  /** False if this could not be written: it then holds in memory, as long as this context lives. */
  readonly saved: boolean;
}

export type TakeRequest = (
  caller: Pick<Caller, "id">,
  limits: EffectiveLimits,
  request?: string,
) => Promise<Allowance>;

type TakeStore = IDBPObjectStore<Tables, TableName[], "takes", "readwrite">;

/** Far longer than a browser takes to restart a worker. */
const TAKE_RETENTION_MS = 60_000;

/** Creates `MeteringStore.takeRequest`. */
export function createTakeRequest({
  connection,
  rows,
  now,
  health,
  unsavedBuckets,
}: MeteringDependencies): TakeRequest {
  const life = crypto.randomUUID();

  /** True if an earlier service worker took the request. An id that is reused within one life is another request. */
  const takenBefore = async (takes: TakeStore, key: string, request: string) => {
    const row = rows.parseRow("takes", takeSchema, await takes.get([key, request]));
    return row !== undefined && row.life !== life;
  };

  const deleteOldTakes = async (takes: TakeStore, time: number) => {
    const old = await takes.index("at").getAllKeys(IDBKeyRange.upperBound(time - TAKE_RETENTION_MS));
    for (const key of old) await takes.delete(key);
  };

  return async ({ id }, limits, request) => {
    const limitRates = ratesOf(limits);
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
        await deleteOldTakes(takes, time);
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
  };
}
