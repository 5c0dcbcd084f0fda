import { fileURLToPath } from "node:url";
import { build } from "vite";
import { wllamaWorkers } from "../../tools/vite/wllama-workers.ts";

/** Where to serve it: below `assets/`, so that its workers get the headers of the app's. */
export const CPU_HARNESS_PREFIX = "/assets/cpu-harness/";

/**
 * Bundle the CPU engine's harness for a page.
 *
 * @returns the folder to serve at the prefix; the module is `cpu.js` there
 */
export async function buildCpuHarness(outDir: string): Promise<string> {
  await build({
    configFile: false,
    root: fileURLToPath(new URL(".", import.meta.url)),
    base: CPU_HARNESS_PREFIX,
    publicDir: false,
    logLevel: "error",
    worker: { format: "es", plugins: () => [wllamaWorkers()] },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { cpu: fileURLToPath(new URL("cpu.ts", import.meta.url)) },
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js" },
      },
    },
  });
  return outDir;
}
