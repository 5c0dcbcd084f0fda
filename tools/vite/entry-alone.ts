import type { Plugin } from "vite";

interface BundledChunk {
  readonly type: "chunk";
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
}

/**
 * Fails the build of a worker in which another file imports the entry. WebKit evaluates a worker's entry a second time
 * when it is imported (seen in WebKitGTK 2.50), which duplicates its classes, locks and listeners.
 */
export function entryAlone(): Plugin {
  return {
    name: "insitu:entry-alone",
    // Vite sets it to false for workers, which allows the bundler to import from the entry.
    options: (options) => ({ ...options, preserveEntrySignatures: "strict" }),
    generateBundle(_options, bundle) {
      const problem = entryImport(Object.values(bundle));
      if (problem !== undefined) this.error(problem);
    },
  };
}

/** A message that names a file which imports an entry; `undefined` if there is none. */
export function entryImport(
  outputs: readonly (BundledChunk | { readonly type: "asset" })[],
): string | undefined {
  const chunks = outputs.filter((output) => output.type === "chunk");
  const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const { fileName, imports, dynamicImports } of chunks) {
    const entry = [...imports, ...dynamicImports].find((imported) => entries.has(imported));
    if (entry !== undefined)
      return `${fileName} imports the worker's entry ${entry}: move the shared code to a file of its own.`;
  }
  return undefined;
}
