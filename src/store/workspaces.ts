/** Workspaces: each has its own keys, usage, and limits that apply to each of its keys. */
import { DEFAULT_WORKSPACE, type DatabaseConnection } from "./database.ts";
import { validateName } from "./keys.ts";
import type { RowParser } from "./parse-rows.ts";
import { keySchema, limitsSchema, workspaceSchema, type Limits, type Workspace } from "./rows.ts";
import { sweepKeys } from "./sweep-keys.ts";

export interface WorkspaceStore {
  /** All workspaces, oldest first. The default workspace exists from the first use. */
  listWorkspaces(): Promise<readonly Workspace[]>;
  /** @throws {RangeError} on an empty name */
  createWorkspace(options: { readonly name: string }): Promise<Workspace>;
  /** @throws {RangeError} on an empty name or an unknown workspace */
  renameWorkspace(id: string, name: string): Promise<void>;
  /**
   * Sets the limits of each key in the workspace; null for the deployment's.
   * @throws {RangeError} on an unknown workspace or limits that are not positive whole numbers
   */
  setLimits(id: string, limits: Limits | null): Promise<void>;
  /**
   * Deletes the workspace with its keys and usage.
   * @throws {RangeError} on the default workspace, which always exists
   */
  deleteWorkspace(id: string): Promise<void>;
}

export function createWorkspaceStore(
  connection: DatabaseConnection,
  rows: RowParser,
  now: () => number,
): WorkspaceStore {
  const change = async (id: string, changes: Partial<Workspace>) => {
    const database = await connection.open();
    const transaction = database.transaction("workspaces", "readwrite");
    const workspace = rows.parseRow("workspaces", workspaceSchema, await transaction.store.get(id));
    if (workspace === undefined) throw new RangeError(`There is no workspace "${id}".`);
    await transaction.store.put({ ...workspace, ...changes });
    await transaction.done;
  };

  return {
    async listWorkspaces() {
      const database = await connection.open();
      return rows
        .parseRows("workspaces", workspaceSchema, await database.getAll("workspaces"))
        .toSorted((a, b) => a.createdAt - b.createdAt);
    },

    async createWorkspace({ name }) {
      const workspace: Workspace = {
        id: crypto.randomUUID(),
        name: validateName(name),
        createdAt: now(),
        limits: null,
      };
      const database = await connection.open();
      await database.add("workspaces", workspace);
      return workspace;
    },

    async renameWorkspace(id, name) {
      await change(id, { name: validateName(name) });
    },

    async setLimits(id, limits) {
      if (limits !== null && !limitsSchema.safeParse(limits).success) {
        throw new RangeError("Limits must be positive whole numbers.");
      }
      await change(id, { limits });
    },

    async deleteWorkspace(id) {
      if (id === DEFAULT_WORKSPACE) throw new RangeError("The default workspace cannot be deleted.");
      const database = await connection.open();
      const transaction = database.transaction(["workspaces", "keys", "buckets", "usage"], "readwrite");
      await transaction.objectStore("workspaces").delete(id);
      const keys = transaction.objectStore("keys");
      for (const key of rows.parseRows("keys", keySchema, await keys.getAll())) {
        if (key.workspace === id) await keys.delete(key.id);
      }
      await sweepKeys(transaction, rows, now());
      await transaction.objectStore("usage").delete(IDBKeyRange.bound([id], [id, []]));
      await transaction.done;
    },
  };
}
