import type { Plugin } from "vite";

interface BundledChunk {
  readonly type: "chunk";
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
}

/**
 * Fails the build of a worker in which another file imports the entry. WebKit does not know a worker's entry
 * again when it is imported (seen in WebKitGTK 2.50): it is evaluated a second time, so that there are two of
 * each of its classes, locks and listeners.
 */
export function entryAlone(): Plugin {
  return {
    name: "insitu:entry-alone",
    // Vite sets it to false for workers, and the bundler then lets others import from the entry.
    options: (options) => ({ ...options, preserveEntrySignatures: "strict" }),
    generateBundle(_options, bundle) {
      const problem = entryImport(Object.values(bundle));
      if (problem !== undefined) this.error(problem);
    },
  };
}

/** Which file imports an entry, in words; undefined where none does. */
export function entryImport(
  outputs: readonly (BundledChunk | { readonly type: "asset" })[],
): string | undefined {
  const chunks = outputs.filter((output) => output.type === "chunk");
  const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const { fileName, imports, dynamicImports } of chunks) {
    const entry = [...imports, ...dynamicImports].find((imported) => entries.has(imported));
    if (entry !== undefined)
      return `${fileName} imports the worker's entry ${entry}: share a file of their own.`;
  }
  return undefined;
}
