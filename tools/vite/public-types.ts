/** `insitu.d.ts`, the types of `insitu.js` in one file without imports. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import type { Plugin } from "vite";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COMPILER = join(ROOT, "node_modules", "typescript", "bin", "tsc");
const PROJECT = join(ROOT, "tools", "vite", "tsconfig.public.json");

const HEADER = `/** Types of insitu.js. TypeScript finds them for \`import … from "./insitu.js"\` beside a copy of this file. */\n`;

/** Writes the public types into the build. They are not kept for offline use. */
export function publicTypes(): Plugin {
  let building: Promise<string> | undefined;
  return {
    name: "insitu:public-types",
    apply: "build",
    buildStart() {
      building = bundlePublicTypes();
      // Reported by `generateBundle`.
      building.catch(() => {});
    },
    async generateBundle() {
      if (building === undefined) return;
      this.emitFile({ type: "asset", fileName: "insitu.d.ts", source: await building });
    },
  };
}

/**
 * The public entry's declarations as one module.
 *
 * @throws with the compiler's report if it rejects them, or if a public type refers to a package
 */
export async function bundlePublicTypes(): Promise<string> {
  const cache = join(ROOT, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "public-types-"));
  try {
    await compile(folder);
    return withoutMarkers(await bundle(join(folder, "index.d.ts")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compile(outDir: string): Promise<void> {
  const options = ["-p", PROJECT, "--outDir", outDir];
  await promisify(execFile)(process.execPath, [COMPILER, ...options]).catch((error: unknown) => {
    const report = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
    throw new Error(`The public types could not be compiled:\n${report}`);
  });
}

async function bundle(input: string): Promise<string> {
  const plugins = [dts({ dtsInput: true, tsconfig: false })];
  const bundler = await rolldown({
    input,
    plugins,
    external: (id) => !/^[./]/.test(id),
  });
  try {
    const { output } = await bundler.generate({ format: "es" });
    const [{ code }] = output;
    const imported = code.match(/^import .*$/m);
    if (imported !== null) throw new Error(`Public types must be written out, but one needs: ${imported[0]}`);
    return code;
  } finally {
    await bundler.close();
  }
}

/** Drops the bundler's lines that name our source files. */
function withoutMarkers(code: string): string {
  return HEADER + code.replaceAll(/^\/\/.*\n/gm, "");
}
