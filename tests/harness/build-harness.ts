import { fileURLToPath } from "node:url";
import { build } from "vite";
import { deployment, readDeployment } from "../../tools/vite/deployment.ts";
import { wllamaWorkers } from "../../tools/vite/wllama-workers.ts";

/** Where to serve it: below `assets/`, so that its workers get the headers of the app's. */
export const HARNESS_PREFIX = "/assets/harness/";

/**
 * Bundle the harness and the bench for a page, with the models of a deployment file.
 *
 * @returns the folder to serve at the prefix; the modules are `harness.js` and `bench.js` there
 */
export async function buildHarness(deploymentFile: string, outDir: string): Promise<string> {
  const config = readDeployment(deploymentFile);
  await build({
    configFile: false,
    root: fileURLToPath(new URL(".", import.meta.url)),
    base: HARNESS_PREFIX,
    publicDir: false,
    logLevel: "error",
    plugins: [deployment(config)],
    // Workers only: the bench runs the library as it is.
    worker: { format: "es", plugins: () => [wllamaWorkers()] },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: {
          harness: fileURLToPath(new URL("harness.ts", import.meta.url)),
          bench: fileURLToPath(new URL("../bench/in-page.ts", import.meta.url)),
        },
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js" },
      },
    },
  });
  return outDir;
}
