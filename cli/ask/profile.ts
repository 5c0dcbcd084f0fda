/** The browser profile of `ask`, which is kept so that a model is installed only once. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { type ReleaseLock, tryLock } from "../lock-file.ts";

export interface Profile {
  readonly folder: string;
  /** Call once, after the browser is closed. */
  readonly release: ReleaseLock;
}

/** The kept profile, or a temporary one while another `ask` uses the kept one. */
export function takeProfile(environment = process.env): Profile {
  const cache = environment["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  const folder = join(cache, "insitu", "profile");
  try {
    mkdirSync(folder, { recursive: true });
    const release = tryLock(`${folder}.lock`);
    if (release !== undefined) return { folder, release };
  } catch {
    // The home folder may not be writable, for example in a container.
  }
  return temporaryProfile();
}

/** A new profile, deleted when it is released. */
export function temporaryProfile(): Profile {
  const folder = mkdtempSync(join(tmpdir(), "insitu-profile-"));
  return { folder, release: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
}
