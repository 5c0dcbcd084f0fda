import type { KeyInfo, UsageRow, Workspace } from "../../../index.ts";
import { APP_KEY_NAME } from "../../service/access-key.ts";
import type { AccountsSnapshot } from "../accounts.ts";

const workspace = (id: string): Workspace => ({ id, name: id, createdAt: 1, limits: null });

const key = (id: string, name: string, createdAt: number, place = "default"): KeyInfo => ({
  id,
  name,
  createdAt,
  workspace: place,
  prefix: `sk-insitu-${id}`,
  expiresAt: null,
  lastUsedAt: null,
});

const used = (id: string, tokens: number, lastUsedAt: number, place = "default"): UsageRow => ({
  workspace: place,
  key: id,
  requests: 1,
  promptTokens: tokens,
  cachedTokens: 0,
  completionTokens: 1,
  lastUsedAt,
});

/** Two workspaces: "default" with two keys of the user and two of the app, "w" with one key. */
export const accounts: AccountsSnapshot = {
  workspaces: [workspace("default"), workspace("w")],
  keys: [
    key("a", "first", 1),
    key("b", "Second", 2),
    key("c", APP_KEY_NAME, 3),
    key("d", APP_KEY_NAME, 4),
    key("e", "elsewhere", 5, "w"),
  ],
  usage: [used("a", 5, 10), used("c", 20, 11), used("d", 30, 12), used("", 7, 13), used("e", 1000, 14, "w")],
};
