import { fileURLToPath } from "node:url";
import { build } from "vite";
import { deployment, readDeployment } from "../../tools/vite/deployment.ts";
import { wllamaWorkers } from "../../tools/vite/wllama-workers.ts";

/** The path at which `cpu-host.js` is served: below `assets/`, so that it gets the headers of the app's workers. */
export const CPU_HOST_PREFIX = "/assets/cpu-host/";

/**
 * Bundle the host for tests of CPU workers.
 *
 * @returns the folder to serve at the prefix
 */
export async function buildCpuHost(deploymentFile: string, outDir: string): Promise<string> {
  const config = readDeployment(deploymentFile);
  await build({
    configFile: false,
    root: fileURLToPath(new URL(".", import.meta.url)),
    base: CPU_HOST_PREFIX,
    publicDir: false,
    logLevel: "error",
    plugins: [deployment(config), wllamaWorkers()],
    worker: { format: "es", plugins: () => [deployment(config), wllamaWorkers()] },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: {
        input: { "cpu-host": fileURLToPath(new URL("cpu-host.ts", import.meta.url)) },
        output: { entryFileNames: "[name].js" },
      },
    },
  });
  return outDir;
}
