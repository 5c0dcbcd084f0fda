/** This page's store, loaded and opened at the first use. */
import type { Store } from "../store/store.ts";
import type { Accounts } from "./accounts.ts";

let opened: Promise<Store> | undefined;

/** The page's store, opened once; a failure is not remembered. */
export function store(): Promise<Store> {
  opened ??= import("../store/store.ts")
    .then(({ openStore }) => openStore())
    .catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
  return opened;
}

export const accounts: Accounts = {
  createKey: async (options) => (await store()).createKey(options),
  listKeys: async (workspace) => (await store()).listKeys(workspace),
  renameKey: async (id, name) => (await store()).renameKey(id, name),
  revokeKey: async (id) => (await store()).revokeKey(id),
  listWorkspaces: async () => (await store()).listWorkspaces(),
  createWorkspace: async (options) => (await store()).createWorkspace(options),
  renameWorkspace: async (id, name) => (await store()).renameWorkspace(id, name),
  deleteWorkspace: async (id) => (await store()).deleteWorkspace(id),
  setLimits: async (id, limits) => (await store()).setLimits(id, limits),
  usage: async (workspace) => (await store()).usage(workspace),
  requestLog: async () => (await store()).requestLog(),
  outbound: async () => (await store()).outbound(),
};

/** Delete workspaces, keys, usage, settings and logs. */
export async function deletePageStore(): Promise<void> {
  const { deleteStore } = await import("../store/store.ts");
  (await opened)?.close();
  opened = undefined;
  await deleteStore();
}
