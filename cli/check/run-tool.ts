/** Runs the programs of packages. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../build.ts";

/**
 * Run a package's program in the project's folder.
 *
 * @param program path below `node_modules`
 * @returns "" on success, else its output
 */
export async function runTool(program: string, ...options: readonly string[]): Promise<string> {
  const file = join(ROOT, "node_modules", ...program.split("/"));
  const { status, output } = await outputOf(process.execPath, [file, ...options]);
  return status === 0 ? "" : output.trim() || `It failed with exit status ${status}.`;
}

/** Run a program in the project's folder. The output is that of stdout and stderr. */
export function outputOf(
  command: string,
  options: readonly string[],
): Promise<{ readonly status: number | null; readonly output: string }> {
  const child = spawn(command, options, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (status) => done({ status, output }));
  });
}
