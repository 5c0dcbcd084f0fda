/** Locks between processes of one machine: a file with the process id of its holder. */
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Interval at which a holder updates its file's modification time. */
const HEARTBEAT_MS = 5_000;
/** Age of the last update at which a lock counts as abandoned. */
const STALE_AFTER_MS = 60_000;
const POLL_MS = 200;

export type ReleaseLock = () => void;

/**
 * Take the lock if it is free or abandoned.
 *
 * @returns a function that releases the lock; `undefined` if another process holds it
 */
export function tryLock(file: string): ReleaseLock | undefined {
  mkdirSync(dirname(file), { recursive: true });
  if (isAbandoned(file)) rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return undefined;
    throw error;
  }
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), HEARTBEAT_MS).unref();
  const release = () => {
    clearInterval(beat);
    process.off("exit", release);
    rmSync(file, { force: true });
  };
  process.once("exit", release);
  return release;
}

/** Take the lock as soon as it is free. Calls `onWait` once if another process holds it. */
export async function waitForLock(file: string, onWait: () => void): Promise<ReleaseLock> {
  let waited = false;
  for (;;) {
    const release = tryLock(file);
    if (release !== undefined) return release;
    if (!waited) onWait();
    waited = true;
    await delay(POLL_MS);
  }
}

function isAbandoned(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, "utf8"));
    if (Date.now() - statSync(file).mtimeMs > STALE_AFTER_MS) return true;
    // An empty file: its creator has not written the id yet.
    return holder > 0 && !isAlive(holder);
  } catch {
    return false;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
