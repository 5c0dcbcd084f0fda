import { mkdirSync, renameSync, rmSync } from "node:fs";

/**
 * Replace a folder's files. `write` gets a new, empty folder beside the old one, which stays as it is unless `write`
 * succeeds.
 *
 * @throws the error of `write`
 */
export async function replaceFolder(folder: string, write: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = `${folder}.new`;
  // A run that was killed may have left one.
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    await write(fresh);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
