/** Modules that import each other, directly or through others. */
import { describeCircle, findCircles } from "./find-circles.ts";
import { type Import, importsIn, targetOf } from "./imports-of.ts";

/**
 * Import circles below a folder. Imports of types and dynamic imports count: they start no circle when the code
 * runs, but neither module can be understood or moved without the other.
 *
 * @returns one line for each circle, such as "Import circle in src/: a.ts → b.ts → a.ts"
 */
export function checkCircles(folder: string): string[] {
  return circlesAmong(importsIn(folder)).map((circle) => `Import circle in src/: ${describeCircle(circle)}`);
}

/** As `findCircles`, for modules with their imports by path. */
export function circlesAmong(modules: ReadonlyMap<string, readonly Import[]>): string[][] {
  const graph = new Map(
    Array.from(modules, ([file, imports]) => [
      file,
      imports.map(({ specifier }) => moduleOf(file, specifier)),
    ]),
  );
  return findCircles(graph);
}

/** The module that a specifier names, without a query such as `?worker`; a package's name names no module. */
function moduleOf(file: string, specifier: string): string {
  return (targetOf(file, specifier) ?? specifier).replace(/\?.*$/, "");
}
