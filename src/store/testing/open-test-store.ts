/** A store on an empty database in memory, with a clock to set. */
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { openStore, type RequestRecord } from "../store.ts";

export const limits = { requestsPerMinute: 10, tokensPerMinute: 100 };

export async function openTestStore() {
  globalThis.indexedDB = new IDBFactory();
  const clock = { now: 1_800_000_000_000 };
  const problems: string[] = [];
  const open = () =>
    openStore("test", { now: () => clock.now, reportBadRow: (problem) => problems.push(problem) });
  return {
    store: await open(),
    /** Opens another store on the same database. */
    open,
    clock,
    /** The reports of bad rows. */
    problems,
    /** The record of a request made with `key`. */
    recordOf: (
      key: { readonly id: string; readonly workspace: string },
      fields: Partial<RequestRecord> = {},
    ): RequestRecord => ({
      caller: { ...key, limits },
      at: clock.now,
      requestId: "req_1",
      key: key.id,
      method: "POST",
      path: "/v1/chat/completions",
      status: 200,
      durationMs: 5,
      promptTokens: 20,
      cachedTokens: 5,
      completionTokens: 10,
      ...fields,
    }),
  };
}

export type TestStore = Awaited<ReturnType<typeof openTestStore>>;
