import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** Inputs of a build, besides the deployment file. */
const INPUTS = ["index.html", "package-lock.json", "public", "src", "tools", "vite.config.ts"];

/**
 * A hash of all inputs of a build: equal hashes mean equal builds.
 *
 * @param root the project's folder
 * @param config the deployment file
 * @param base the path at which the build is served
 */
export function hashInputs(root: string, config: string, base: string): string {
  const hash = createHash("sha256").update(base);
  for (const file of [config, ...INPUTS.flatMap((path) => filesOf(root, path))]) {
    const path = resolve(root, file);
    if (existsSync(path)) hash.update(`\0${file}\0`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** Sorted paths relative to `root`, without tests, Python tools and Markdown, which do not affect a build. */
function filesOf(root: string, path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.py$|\.pyc$|\.md$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length)
        .replace(/^[\\/]/, ""),
    )
    .sort();
}
