/** Bundles pasted code as an app's developer would: packages from node_modules, the public entry external. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { ROOT } from "../../cli/build.ts";

/** Source text of pasted modules, by name. */
export type PastedModules = Readonly<Record<string, string>>;

/**
 * Write a page for each module: `<name>.html` with nothing but that module.
 *
 * @param folder for the sources and the pages, below the project's folder, where packages are found; emptied first
 * @param bundled modules that import packages
 * @param plain modules that a browser runs as they are
 * @returns the folder of the pages
 */
export async function writePages(
  folder: string,
  bundled: PastedModules,
  plain: PastedModules,
): Promise<string> {
  const sources = join(folder, "sources");
  const pages = join(folder, "pages");
  rmSync(folder, { recursive: true, force: true });
  for (const path of [sources, pages]) mkdirSync(path, { recursive: true });
  for (const [name, code] of Object.entries(bundled)) writeFileSync(join(sources, `${name}.js`), code);
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      outDir: pages,
      target: "es2023",
      minify: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: Object.fromEntries(Object.keys(bundled).map((name) => [name, join(sources, `${name}.js`)])),
        external: ["/insitu.js"],
        output: { entryFileNames: "[name].js", chunkFileNames: "shared/[name]-[hash].js" },
      },
    },
  });
  for (const [name, code] of Object.entries(plain)) writeFileSync(join(pages, `${name}.js`), code);
  for (const name of [...Object.keys(bundled), ...Object.keys(plain)]) {
    writeFileSync(join(pages, `${name}.html`), pageOf(name));
  }
  return pages;
}

function pageOf(name: string): string {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>${name}</title>
  <link rel="icon" href="data:," />
  <script type="module" src="${name}.js"></script>
</html>
`;
}
