import { fileURLToPath } from "node:url";
import { build } from "vite";
import { deployment, readDeployment } from "../../tools/vite/deployment.ts";

/**
 * Bundle `harness.ts` for a page, with the models of a deployment file.
 *
 * @returns the folder to serve at `/harness/`; the module is `/harness/harness.js`
 */
export async function buildHarness(deploymentFile: string, outDir: string): Promise<string> {
  const config = readDeployment(deploymentFile);
  await build({
    configFile: false,
    root: fileURLToPath(new URL(".", import.meta.url)),
    base: "/harness/",
    publicDir: false,
    logLevel: "error",
    plugins: [deployment(config)],
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: { harness: fileURLToPath(new URL("harness.ts", import.meta.url)) },
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js" },
      },
    },
  });
  return outDir;
}
