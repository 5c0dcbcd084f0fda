/** The IndexedDB database: its object stores, its versions, and a connection that reopens it. */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from "idb";
import { createReopenable, type Reopenable } from "../util/reopenable.ts";
import type { Workspace } from "./rows.ts";

/** Values are `unknown`: rows are parsed where they are read. */
export interface Tables extends DBSchema {
  workspaces: { key: string; value: unknown };
  keys: { key: string; value: unknown; indexes: { hash: string; expiresAt: number } };
  buckets: { key: string; value: unknown };
  takes: { key: [key: string, request: string]; value: unknown; indexes: { at: number } };
  usage: { key: [workspace: string, key: string]; value: unknown };
  log: { key: number; value: unknown };
  models: { key: string; value: unknown };
  settings: { key: string; value: unknown };
  outbound: { key: string; value: unknown };
}

export type Database = IDBPDatabase<Tables>;
export type TableName = StoreNames<Tables>;
export type WriteTransaction = IDBPTransaction<Tables, TableName[], "readwrite">;

const VERSION = 3;
/** Id of the workspace that always exists. */
export const DEFAULT_WORKSPACE = "default";

/** Upgrades the database from any earlier version to `VERSION`, step by step. */
async function upgrade(
  database: Database,
  from: number,
  transaction: IDBPTransaction<Tables, TableName[], "versionchange">,
  now: number,
): Promise<void> {
  if (from < 1) {
    database.createObjectStore("workspaces", { keyPath: "id" });
    const keys = database.createObjectStore("keys", { keyPath: "id" });
    keys.createIndex("hash", "hash", { unique: true });
    keys.createIndex("expiresAt", "expiresAt");
    database.createObjectStore("buckets", { keyPath: "key" });
    database.createObjectStore("usage", { keyPath: ["workspace", "key"] });
    database.createObjectStore("log", { autoIncrement: true });
    const workspace: Workspace = { id: DEFAULT_WORKSPACE, name: "Default", createdAt: now, limits: null };
    await transaction.objectStore("workspaces").put(workspace);
  }
  if (from < 2) {
    database.createObjectStore("takes", { keyPath: ["key", "request"] }).createIndex("at", "at");
  }
  if (from < 3) {
    database.createObjectStore("models", { keyPath: "id" });
    database.createObjectStore("settings", { keyPath: "name" });
    database.createObjectStore("outbound", { keyPath: "host" });
  }
}

export type DatabaseConnection = Reopenable<Database>;

/** A connection to the database `name`. `now` gives milliseconds since 1970. */
export function connectDatabase(name: string, now: () => number): DatabaseConnection {
  return createReopenable((onLost) =>
    openDB<Tables>(name, VERSION, {
      upgrade: (database, from, _to, transaction) => upgrade(database, from, transaction, now()),
      blocking: onLost,
      terminated: onLost,
    }),
  );
}
