/**
 * Everything that outlives the service worker: workspaces, keys, limits, usage, the request log, installed models and
 * settings. The service worker, the engine worker and the pages each open their own store on the same database.
 */
import { deleteDB } from "idb";
import { scopedName } from "../scope/scoped-name.ts";
import { connectDatabase, type DatabaseConnection } from "./database.ts";
import { createKeyStore, type KeyStore } from "./keys.ts";
import { createMeteringStore, type MeteringStore } from "./metering.ts";
import { createModelRowStore, type ModelRowStore } from "./model-rows.ts";
import { createOutboundStore, type OutboundStore } from "./outbound.ts";
import { createRowParser, type ReportBadRow } from "./parse-rows.ts";
import { createSettingsStore, type SettingsStore } from "./settings.ts";
import { type ReportWriteProblem, WriteHealth } from "./write-health.ts";
import { createWorkspaceStore, type WorkspaceStore } from "./workspaces.ts";

export type { Caller } from "./keys.ts";
export type { EffectiveLimits } from "./key-rates.ts";
export type { RequestRecord } from "./record-request.ts";
export type { Allowance } from "./take-request.ts";

export interface Store
  extends KeyStore, WorkspaceStore, MeteringStore, ModelRowStore, SettingsStore, OutboundStore {
  /** Closes the database. The next call reopens it. */
  close(): void;
}

export interface StoreOptions {
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
  readonly reportBadRow?: ReportBadRow;
  readonly reportWriteProblem?: ReportWriteProblem;
}

const DATABASE = scopedName("insitu");

/**
 * A store that opens its database with the first call, and tries again with the next if that fails, so that it can be
 * created where IndexedDB may not work. `openStore` fails at once.
 */
export function createStore(name = DATABASE, options: StoreOptions = {}): Store {
  const connection = connectDatabase(name, options.now ?? Date.now);
  return assembleStore(connection, options);
}

/** @throws {DOMException} if the browser denies IndexedDB */
export async function openStore(name = DATABASE, options: StoreOptions = {}): Promise<Store> {
  const connection = connectDatabase(name, options.now ?? Date.now);
  await connection.open();
  return assembleStore(connection, options);
}

function assembleStore(connection: DatabaseConnection, options: StoreOptions): Store {
  const {
    now = Date.now,
    reportBadRow = (problem) => console.warn(problem),
    reportWriteProblem = (problem, cause) => console.warn(problem, cause),
  } = options;
  const rows = createRowParser(reportBadRow);
  const health = new WriteHealth(reportWriteProblem);
  return {
    ...createWorkspaceStore(connection, rows, now),
    ...createKeyStore(connection, rows, now),
    ...createMeteringStore(connection, rows, now, health),
    ...createModelRowStore(connection, rows),
    ...createSettingsStore(connection, rows),
    ...createOutboundStore(connection, rows),
    close: () => connection.close(),
  };
}

/** Deletes the database. Open stores close it, and reopen an empty one when they are used again. */
export async function deleteStore(name = DATABASE): Promise<void> {
  await deleteDB(name);
}
