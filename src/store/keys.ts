/** API keys: created, listed, renamed, revoked, authenticated, and deleted once they have expired. */
import { DEFAULT_WORKSPACE, type DatabaseConnection } from "./database.ts";
import { hashKeyText, isWellFormedKey, generateKeyText, displayPrefix } from "./key-text.ts";
import type { RowParser } from "./parse-rows.ts";
import { keySchema, usageSchema, workspaceSchema, type KeyRow, type Limits } from "./rows.ts";
import { sweepKeys } from "./sweep-keys.ts";
import { suppressUnhandledAbort } from "../util/suppress-unhandled-abort.ts";

export interface NewKeyOptions {
  /** The purpose of the key, shown in listings. */
  readonly name: string;
  /** Seconds until the key expires. If absent, it works until it is revoked. */
  readonly expiresIn?: number;
  /** A workspace's id; the default workspace if absent. */
  readonly workspace?: string;
}

/** A key as listings show it. Times are in milliseconds since 1970; null means never. */
export type KeyInfo = Readonly<
  Omit<KeyRow, "hash" | "expiresAt"> & { expiresAt: number | null; lastUsedAt: number | null }
>;

/** A new key, with its text, which is not kept. */
export type NewKey = KeyInfo & { readonly key: string };

/** The holder of a key. */
export interface Caller {
  /** The key's id. */
  readonly id: string;
  readonly workspace: string;
  /** The workspace's limits, or null for the deployment's. */
  readonly limits: Limits | null;
}

export interface KeyStore {
  /** @throws {RangeError} on an empty name, an expiry that is not positive, or an unknown workspace */
  createKey(options: NewKeyOptions): Promise<NewKey>;
  /** The keys of one workspace, or of all, oldest first. */
  listKeys(workspace?: string): Promise<readonly KeyInfo[]>;
  /** @throws {RangeError} on an empty name or an unknown key */
  renameKey(id: string, name: string): Promise<void>;
  /** Deletes the key. Its usage stays with the workspace. An unknown id is not an error. */
  revokeKey(id: string): Promise<void>;
  /** The caller with this key, or undefined if the key is malformed, unknown, revoked or expired. */
  authenticate(keyText: string): Promise<Caller | undefined>;
}

const MAX_NAME_LENGTH = 200;

/**
 * Returns `name` without surrounding white space.
 * @throws {RangeError} if it is empty or too long
 */
export function validateName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "" || trimmed.length > MAX_NAME_LENGTH) {
    throw new RangeError(`A name must have 1 to ${MAX_NAME_LENGTH} characters.`);
  }
  return trimmed;
}

export function createKeyStore(connection: DatabaseConnection, rows: RowParser, now: () => number): KeyStore {
  const info = (row: KeyRow, lastUsedAt: number | null): KeyInfo => ({
    id: row.id,
    workspace: row.workspace,
    name: row.name,
    prefix: row.prefix,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt ?? null,
    lastUsedAt,
  });

  const expired = (row: KeyRow) => row.expiresAt !== undefined && row.expiresAt <= now();

  const sweep = async (revoked?: string) => {
    const database = await connection.open();
    const transaction = suppressUnhandledAbort(
      database.transaction(["keys", "buckets", "usage"], "readwrite"),
    );
    if (revoked !== undefined) await transaction.objectStore("keys").delete(revoked);
    await sweepKeys(transaction, rows, now());
    await transaction.done;
  };

  return {
    async createKey({ name, expiresIn, workspace = DEFAULT_WORKSPACE }) {
      if (expiresIn !== undefined && !(expiresIn > 0 && Number.isFinite(expiresIn))) {
        throw new RangeError("'expiresIn' must be a positive number of seconds.");
      }
      const checked = validateName(name);
      const key = generateKeyText();
      const hash = await hashKeyText(key);
      const createdAt = now();
      const row: KeyRow = {
        id: crypto.randomUUID(),
        workspace,
        name: checked,
        prefix: displayPrefix(key),
        hash,
        createdAt,
        ...(expiresIn === undefined ? {} : { expiresAt: createdAt + expiresIn * 1000 }),
      };
      const database = await connection.open();
      const transaction = database.transaction(["workspaces", "keys"], "readwrite");
      const known = await transaction.objectStore("workspaces").getKey(workspace);
      if (known === undefined) throw new RangeError(`There is no workspace "${workspace}".`);
      const overdue = await transaction
        .objectStore("keys")
        .index("expiresAt")
        .count(IDBKeyRange.upperBound(createdAt));
      await transaction.objectStore("keys").add(row);
      await transaction.done;
      if (overdue > 0) await sweep();
      return { ...info(row, null), key };
    },

    async listKeys(workspace) {
      const database = await connection.open();
      const transaction = database.transaction(["keys", "usage"]);
      const [keyRows, usageRows] = await Promise.all([
        transaction.objectStore("keys").getAll(),
        transaction.objectStore("usage").getAll(),
      ]);
      const lastUse = new Map(
        rows.parseRows("usage", usageSchema, usageRows).map(({ key, lastUsedAt }) => [key, lastUsedAt]),
      );
      return rows
        .parseRows("keys", keySchema, keyRows)
        .filter((row) => !expired(row) && (workspace === undefined || row.workspace === workspace))
        .toSorted((a, b) => a.createdAt - b.createdAt)
        .map((row) => info(row, lastUse.get(row.id) ?? null));
    },

    async renameKey(id, name) {
      const checked = validateName(name);
      const database = await connection.open();
      const transaction = database.transaction("keys", "readwrite");
      const row = rows.parseRow("keys", keySchema, await transaction.store.get(id));
      if (row === undefined) throw new RangeError(`There is no key with the id "${id}".`);
      await transaction.store.put({ ...row, name: checked });
      await transaction.done;
    },

    revokeKey: (id) => sweep(id),

    async authenticate(keyText) {
      if (!isWellFormedKey(keyText)) return undefined;
      const hash = await hashKeyText(keyText);
      const database = await connection.open();
      const transaction = database.transaction(["keys", "workspaces"]);
      const row = rows.parseRow(
        "keys",
        keySchema,
        await transaction.objectStore("keys").index("hash").get(hash),
      );
      if (row === undefined) return undefined;
      if (expired(row)) {
        // An expired key is refused even if its row cannot be deleted, for example because the quota is full.
        await sweep().catch(() => {});
        return undefined;
      }
      const workspace = rows.parseRow(
        "workspaces",
        workspaceSchema,
        await transaction.objectStore("workspaces").get(row.workspace),
      );
      return { id: row.id, workspace: row.workspace, limits: workspace?.limits ?? null };
    },
  };
}
