/** The build that `ask`, `start` and `test` serve, made if it is missing or its inputs have changed. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { hashInputs } from "./build-inputs.ts";
import { waitForLock } from "./lock-file.ts";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
/** File with the hash of the build's inputs; written last. */
const MARKER = ".insitu-build";

export interface BuildOptions {
  /** The deployment file; `INSITU_CONFIG`, else `insitu.config.json`. */
  readonly config?: string;
  /** Path at which the build is served; starts and ends with `/`. */
  readonly base?: string;
  /** Folder of the build, relative to the project's folder. */
  readonly outDir?: string;
  /** Receives one line about each long step. */
  readonly onProgress?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Build the app unless the build in `outDir` is up to date. Concurrent processes build only once.
 *
 * @returns the absolute path of `outDir`
 * @throws if the build fails, with the bundler's report below the first line
 */
export async function ensureBuild({
  config = process.env["INSITU_CONFIG"] ?? "insitu.config.json",
  base = "/",
  outDir = "dist",
  onProgress = () => {},
  signal,
}: BuildOptions = {}): Promise<string> {
  const folder = resolve(ROOT, outDir);
  const isFresh = () => {
    const marker = join(folder, MARKER);
    return existsSync(marker) && readFileSync(marker, "utf8") === hashInputs(ROOT, config, base);
  };
  if (isFresh()) return folder;
  const lock = join(ROOT, ".cache", `build-${outDir.replaceAll(/\W+/g, "-")}.lock`);
  const release = await waitForLock(lock, () => onProgress("Waiting for another build…"));
  try {
    if (isFresh()) return folder;
    onProgress("Building the app…");
    const inputs = hashInputs(ROOT, config, base);
    rmSync(join(folder, MARKER), { force: true });
    await runVite(["--outDir", folder, "--base", base, "--emptyOutDir"], config, onProgress, signal);
    writeFileSync(join(folder, MARKER), inputs);
    return folder;
  } finally {
    release();
  }
}

/**
 * Run vite in another process, because it writes to stdout, which belongs to the command's own output. A failure
 * reports everything that vite printed. Lines that end in "…", with which the build's plugins announce long steps,
 * are progress.
 */
function runVite(
  options: readonly string[],
  config: string,
  onProgress: (text: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const vite = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const child = spawn(process.execPath, [vite, "build", ...options], {
    cwd: ROOT,
    env: { ...process.env, INSITU_CONFIG: config, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal && { signal }),
  });
  const printed: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on("line", (line) => {
      printed.push(line);
      if (line.endsWith("…")) onProgress(line);
    });
  }
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (status) => {
      if (status === 0) return done();
      fail(new Error(`The app could not be built:\n${printed.join("\n")}`));
    });
  });
}
