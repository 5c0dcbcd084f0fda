/** Modules that import each other, directly or through others. */
import { type Import, importsIn, targetOf } from "./imports-of.ts";

/**
 * Import circles below a folder. Imports of types and dynamic imports count: they start no circle when the code
 * runs, but neither module can be understood or moved without the other.
 *
 * @returns one line for each circle, such as "Import circle in src/: a.ts → b.ts → a.ts"
 */
export function checkCircles(folder: string): string[] {
  return circlesAmong(importsIn(folder)).map(
    (circle) => `Import circle in src/: ${[...circle, circle[0]].join(" → ")}`,
  );
}

/**
 * One circle for each import that closes one, in a walk that visits every module once.
 *
 * @param modules their imports by path
 * @example a → b → c → a gives [["a", "b", "c"]]
 */
export function circlesAmong(modules: ReadonlyMap<string, readonly Import[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  /** The modules from the start of the walk to the current one. */
  const path: string[] = [];

  function visit(file: string): void {
    const start = path.indexOf(file);
    if (start !== -1) {
      circles.push(path.slice(start));
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const target of new Set(modules.get(file)?.map(({ specifier }) => moduleOf(file, specifier)))) {
      if (modules.has(target)) visit(target);
    }
    path.pop();
    done.add(file);
  }

  for (const file of modules.keys()) visit(file);
  return circles;
}

/** The module that a specifier names, without a query such as `?worker`; a package's name names no module. */
function moduleOf(file: string, specifier: string): string {
  return (targetOf(file, specifier) ?? specifier).replace(/\?.*$/, "");
}
