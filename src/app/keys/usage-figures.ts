/** Usage of a workspace's keys, one row each, and the total. */
import type { UsageRow } from "../../index.ts";
import { type AccountsSnapshot, keysOf } from "./accounts.ts";

export interface UsageFigure {
  /** A key's id, or "app", "former" or "total" for a row of several keys. */
  readonly id: string;
  readonly label: string;
  readonly requests: number;
  readonly promptTokens: number;
  /** Part of `promptTokens`. */
  readonly cachedTokens: number;
  readonly completionTokens: number;
  /** Milliseconds since 1970; null if never used. */
  readonly lastUsedAt: number | null;
}

export function tokensOf({ promptTokens, completionTokens }: UsageFigure): number {
  return promptTokens + completionTokens;
}

/**
 * Most tokens first. The app's own keys share one row, and so do former keys, because a user cannot tell them apart.
 * Keys that were never used have no row.
 */
export function usageFigures(accounts: AccountsSnapshot, workspace: string): readonly UsageFigure[] {
  const { own, app } = keysOf(accounts, workspace);
  const rows = accounts.usage.filter((row) => row.workspace === workspace);
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  const used = (ids: readonly string[]) => ids.flatMap((id) => rowOf.get(id) ?? []);
  const figures = [
    ...own.map(({ id, name }) => sumOf(id, name, used([id]))),
    sumOf("app", "This app's own keys", used(app.map(({ id }) => id))),
    sumOf("former", "Former keys", used([""])),
  ];
  return figures
    .filter(({ requests }) => requests > 0)
    .toSorted((a, b) => tokensOf(b) - tokensOf(a) || b.requests - a.requests);
}

export function totalOf(figures: readonly UsageFigure[]): UsageFigure {
  return sumOf("total", "Total", figures);
}

function sumOf(
  id: string,
  label: string,
  parts: readonly Pick<
    UsageRow | UsageFigure,
    "requests" | "promptTokens" | "cachedTokens" | "completionTokens" | "lastUsedAt"
  >[],
): UsageFigure {
  const sum = (count: "requests" | "promptTokens" | "cachedTokens" | "completionTokens") =>
    parts.reduce((total, part) => total + part[count], 0);
  const last = Math.max(...parts.map(({ lastUsedAt }) => lastUsedAt ?? -Infinity));
  return {
    id,
    label,
    requests: sum("requests"),
    promptTokens: sum("promptTokens"),
    cachedTokens: sum("cachedTokens"),
    completionTokens: sum("completionTokens"),
    lastUsedAt: Number.isFinite(last) ? last : null,
  };
}
