import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";

/**
 * Replace a folder's files. `write` gets a new, empty folder beside the old one, which stays as it is unless the new one
 * can take its place.
 *
 * @throws the error of `write` or of the file system
 */
export async function replaceFolder(folder: string, write: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = `${folder}.new`;
  const old = `${folder}.old`;
  // A run that was killed may have left them.
  for (const rest of [fresh, old]) rmSync(rest, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    await write(fresh);
    exchange(folder, fresh, old);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function exchange(folder: string, fresh: string, old: string): void {
  if (existsSync(folder)) renameSync(folder, old);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (existsSync(old)) renameSync(old, folder);
    throw error;
  }
  rmSync(old, { recursive: true, force: true });
}
