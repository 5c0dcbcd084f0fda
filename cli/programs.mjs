// @ts-check
/** Finds programs on this machine. Plain JavaScript: `setup.mjs` needs it before any package is installed. */
import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The path of the first of `names` that is on PATH.
 *
 * @param {readonly string[]} names
 * @returns {string | undefined} `undefined` if there is none
 */
export function findProgram(names, environment = process.env) {
  const folders = (environment["PATH"] ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => isProgram(file) && !isSnapStub(file));
}

/** @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Ubuntu's `chromium-browser` and `firefox` are shell scripts that only refer to the snap, whose launcher cannot be
 * driven from outside its sandbox.
 *
 * @param {string} file
 */
function isSnapStub(file) {
  const target = realpathSync(file);
  if (target.startsWith("/snap/") || target.endsWith("/snap")) return true;
  const start = Buffer.alloc(4096);
  const handle = openSync(target, "r");
  try {
    const text = start.toString("latin1", 0, readSync(handle, start));
    return text.startsWith("#!") && /\bsnap (install|run)\b|\/snap\/bin\//.test(text);
  } finally {
    closeSync(handle);
  }
}
