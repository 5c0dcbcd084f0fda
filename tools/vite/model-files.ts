import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";
import type { Config } from "../../src/config/schema.ts";
import { findGguf, prepareEmbeddedModels } from "../gguf/embedded-models.ts";

const PUBLIC = "public";
const CACHE = ".cache/models";

/**
 * Makes the files of each engine from the embedded models' GGUF files, and adds them to the build in place of those. They
 * are cached in `.cache/models`.
 */
export function modelFiles(config: Config): Plugin {
  let outDir = "";
  return {
    name: "insitu:model-files",
    apply: "build",
    configResolved: (resolved) => {
      outDir = resolve(resolved.root, resolved.build.outDir);
    },
    buildStart: () =>
      prepareEmbeddedModels({
        config,
        publicDir: PUBLIC,
        cacheDir: ".cache",
        onProgress: (text) => process.stderr.write(`${text}\n`),
      }),
    writeBundle: async () => {
      for (const { id } of config.models) {
        // Vite has copied it; no engine reads it.
        const gguf = await findGguf(join(PUBLIC, "models", id));
        if (gguf !== undefined) rmSync(join(outDir, "models", id, gguf), { force: true });
        const folder = join(CACHE, id);
        if (!existsSync(folder)) continue;
        for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
          const source = join(file.parentPath, file.name);
          if (file.isFile()) place(source, join(outDir, "models", source.slice(CACHE.length + 1)));
        }
      }
    },
  };
}

/** Makes a hard link if the file system supports it: the shards have 97 MB. */
function place(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  rmSync(target, { force: true });
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
