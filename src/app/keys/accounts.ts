/** Workspaces, keys and usage as the keys view shows them. Does not use the DOM. */
import type { Insitu, KeyInfo, UsageRow, Workspace } from "../../index.ts";
import { DEFAULT_WORKSPACE } from "../api-keys/default-workspace.ts";
import { APP_KEY_NAME } from "../service/access-key.ts";

/** Workspaces, keys and usage, all read at the same time. */
export interface AccountsSnapshot {
  readonly workspaces: readonly Workspace[];
  readonly keys: readonly KeyInfo[];
  readonly usage: readonly UsageRow[];
}

export type AccountsApi = Pick<Insitu, "listWorkspaces" | "listKeys" | "usage">;

export async function readAccounts(insitu: AccountsApi): Promise<AccountsSnapshot> {
  const [workspaces, keys, usage] = await Promise.all([
    insitu.listWorkspaces(),
    insitu.listKeys(),
    insitu.usage(),
  ]);
  return { workspaces, keys, usage };
}

/** The workspace with this id, or else the default one, because another tab may have deleted it. */
export function findWorkspace({ workspaces }: AccountsSnapshot, id: string): Workspace | undefined {
  return (
    workspaces.find((workspace) => workspace.id === id) ??
    workspaces.find((workspace) => workspace.id === DEFAULT_WORKSPACE)
  );
}

export interface WorkspaceKeys {
  /** Keys that the user has made, newest first. */
  readonly own: readonly KeyInfo[];
  /** Keys that this app has made for itself, newest first. */
  readonly app: readonly KeyInfo[];
}

export function keysOf({ keys }: AccountsSnapshot, workspace: string): WorkspaceKeys {
  const newestFirst = keys
    .filter((key) => key.workspace === workspace)
    .toSorted((a, b) => b.createdAt - a.createdAt);
  return {
    own: newestFirst.filter(({ name }) => name !== APP_KEY_NAME),
    app: newestFirst.filter(({ name }) => name === APP_KEY_NAME),
  };
}

/** The keys whose name or prefix contains `filter`, ignoring case. */
export function filterKeys(keys: readonly KeyInfo[], filter: string): readonly KeyInfo[] {
  const query = filter.trim().toLowerCase();
  if (query === "") return keys;
  return keys.filter(({ name, prefix }) => `${name}\n${prefix}`.toLowerCase().includes(query));
}
