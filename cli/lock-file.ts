/** Locks between processes of one machine: a file that says who holds it. */
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** How often a holder shows that it lives, in milliseconds. */
const HEARTBEAT_MS = 5_000;
/** A holder that was silent for so long is gone, in milliseconds. */
const STALE_AFTER_MS = 60_000;
const POLL_MS = 200;

export type ReleaseLock = () => void;

/**
 * Take the lock if it is free, or its holder is gone.
 *
 * @returns what lets it go, or undefined where somebody holds it
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

/** Take the lock as soon as it is free. `onWait` is called once, where somebody else holds it. */
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
    // Empty: its maker has not written it yet.
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
    // EPERM: it lives, and is somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
