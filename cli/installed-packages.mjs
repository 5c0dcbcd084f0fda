// @ts-check
/** Compares node_modules with package-lock.json. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} Locked */

/**
 * The packages of `package-lock.json` that are missing or have another version. npm writes
 * `node_modules/.package-lock.json` last, so an interrupted installation counts as none.
 *
 * @param {string} root the folder of package-lock.json
 * @returns {string[]} paths such as `node_modules/zod`
 */
export function missingPackages(root) {
  const wanted = readPackages(join(root, "package-lock.json"));
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  return Object.entries(wanted)
    .filter(([path, { version, integrity, optional, devOptional }]) => {
      const found = installed[path];
      // Optional packages are those of other platforms.
      if (path === "" || (found === undefined && (optional || devOptional))) return false;
      return found === undefined || found.version !== version || found.integrity !== integrity;
    })
    .map(([path]) => path);
}

/**
 * @param {string} file
 * @returns {Record<string, Locked>} empty if there is no such file
 */
function readPackages(file) {
  if (!existsSync(file)) return {};
  return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
}
