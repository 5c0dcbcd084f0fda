/** Describes the progress of an install, and announces its changes to screen readers. */
import type { CatalogueEntry } from "../../index.ts";
import { describeBytes } from "../../format/describe-bytes.ts";
import { describeSeconds } from "../ui/format.ts";

type EntryState = CatalogueEntry["state"];

/** 0 to 1; null while the total is unknown. */
export function fractionOf(state: EntryState): number | null {
  if (state.type === "installed") return 1;
  if (state.type === "not-installed") return 0;
  if (state.totalBytes === null || state.totalBytes === 0) return null;
  return Math.min(state.loadedBytes / state.totalBytes, 1);
}

/** "45 MB of 98 MB · 3.2 MB/s · 17 s left". */
export function describeInstall(state: Extract<EntryState, { type: "installing" }>): string {
  const done = describeLoaded(state);
  if (state.phase === "waiting") return `Waiting for another download · ${done}`;
  if (state.phase === "verifying") return `Checking the files · ${done}`;
  const parts = [done];
  if (state.bytesPerSecond !== null) parts.push(`${describeBytes(state.bytesPerSecond)}/s`);
  if (state.secondsLeft !== null) parts.push(`${describeSeconds(state.secondsLeft)} left`);
  return parts.join(" · ");
}

/** "45 MB of 98 MB". */
export function describeLoaded(state: {
  readonly loadedBytes: number;
  readonly totalBytes: number | null;
}): string {
  const loaded = describeBytes(state.loadedBytes);
  return state.totalBytes === null ? loaded : `${loaded} of ${describeBytes(state.totalBytes)}`;
}

const notInstalled: EntryState = { type: "not-installed" };

/** Progress is announced at each quarter. */
const ANNOUNCED_STEPS = 4;

/**
 * Text for screen readers about a change of the catalogue: the start of an install, each quarter of it, and its end.
 * "" if there is nothing to announce.
 */
export function announceChanges(before: readonly CatalogueEntry[], after: readonly CatalogueEntry[]): string {
  const known = new Map(before.map((entry) => [entry.id, entry.state]));
  return after
    .map(({ id, name, state }) => {
      // A file that was added is new to the list. A list that is read for the first time has no news.
      const previous = known.get(id) ?? (before.length === 0 ? state : notInstalled);
      return announceChange(name, previous, state);
    })
    .filter(Boolean)
    .join(" ");
}

function announceChange(name: string, before: EntryState, after: EntryState): string {
  if (before.type !== after.type) {
    switch (after.type) {
      case "installing":
        return `Installing ${name}.`;
      case "installed":
        return `${name} is installed.`;
      case "paused":
        return `The install of ${name} is paused.`;
      case "failed":
        return `The install of ${name} failed. ${after.message}`;
      case "not-installed":
        return `${name} is removed.`;
    }
  }
  if (after.type !== "installing") return "";
  const step = (state: EntryState) => Math.floor((fractionOf(state) ?? 0) * ANNOUNCED_STEPS);
  return step(after) > step(before) ? `${name}: ${(step(after) * 100) / ANNOUNCED_STEPS} percent.` : "";
}
