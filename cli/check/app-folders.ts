/** Holds the folders of `src/app/` to their layers: views know what they share, not each other. */
import { type Import, importsIn, isTest, targetOf } from "./imports-of.ts";

/** The folders that views share. Every other folder is a view's, but for the shell, which shows the views. */
const SHARED: ReadonlySet<string> = new Set([
  "api-keys",
  "browser",
  "conversations",
  "markdown",
  "service",
  "ui",
]);

/**
 * Imports from one folder of `app/` into a view's folder or the shell. Files in `app/` itself and the shell put the
 * views together and may import all of them.
 *
 * @param folder `src/`
 * @returns one line each
 */
export function checkAppFolders(folder: string): string[] {
  return [...importsIn(folder)].flatMap(([file, imports]) => checkAppFile(file, imports));
}

/** @param file relative to `src/`, with forward slashes */
export function checkAppFile(file: string, imports: readonly Import[]): string[] {
  const own = folderOf(file);
  if (own === undefined || own === "shell" || isTest(file)) return [];
  return imports.flatMap(({ specifier }) => {
    const target = folderOf(targetOf(file, specifier) ?? "");
    if (target === undefined || target === own || SHARED.has(target)) return [];
    const shared = [...SHARED].join("/, ");
    return [
      `src/${file} may not import "${specifier}": a folder of app/ imports nothing of it but itself and ${shared}/`,
    ];
  });
}

/** The folder of `app/` that holds the file; undefined for a file that is elsewhere, or in `app/` itself. */
function folderOf(file: string): string | undefined {
  return /^app\/([^/]+)\//.exec(file)?.[1];
}
