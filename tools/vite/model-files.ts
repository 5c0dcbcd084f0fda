import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";
import type { Config } from "../../src/config/schema.ts";
import { prepareEmbeddedModels } from "../gguf/embedded-models.ts";

const CACHE = ".cache/models";

/**
 * Converts each embedded model's GGUF to the shards that web-llm reads, and adds them to the build. The shards are
 * cached in `.cache/models`.
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
        publicDir: "public",
        cacheDir: ".cache",
        onProgress: (text) => process.stderr.write(`${text}\n`),
      }),
    writeBundle: () => {
      for (const { id } of config.models) {
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
