/** The modules below a folder, and their imports. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { parseSync } from "vite";

export interface Import {
  readonly specifier: string;
  readonly typesOnly: boolean;
}

/** The TypeScript modules below a folder, relative to it, with forward slashes and in order. */
export function modulesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.[cm]?tsx?$/.test(file) && !file.endsWith(".d.ts"))
    .map((file) => file.split(sep).join("/"))
    .sort();
}

/** The modules below a folder, each with its imports. */
export function importsIn(folder: string): ReadonlyMap<string, readonly Import[]> {
  return new Map(
    modulesIn(folder).map((file) => [file, importsOf(file, readFileSync(join(folder, file), "utf8"))]),
  );
}

/**
 * Static and dynamic imports and re-exports; `import("…").Type` in a type is not one of them.
 *
 * @throws where the source cannot be parsed
 */
export function importsOf(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source);
  if (errors[0] !== undefined) throw new Error(`src/${file} cannot be parsed: ${errors[0].message}`);
  const found = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typesOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest !== null) found.push({ specifier: moduleRequest.value, typesOnly: isType });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    found.push({ specifier: text.replaceAll(/^["'`]|["'`]$/g, ""), typesOnly: false });
  }
  return found;
}

/** The file that a relative specifier names, relative to the same folder as `file`; undefined for a package. */
export function targetOf(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return posix.join(posix.dirname(file), specifier);
}

/** True for tests and for what only they import. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes("/testing/");
}
