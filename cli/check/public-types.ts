import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** As strict as an app's own settings may be, with nothing that only this project has. */
const OPTIONS = [
  ["--noEmit", "--strict", "--skipLibCheck", "false", "--types", "", "--lib", "es2022,dom"],
  ["--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--moduleDetection", "force"],
].flat();

/**
 * Compile `tests/types/program.ts` against the declarations of `insitu.js`.
 *
 * @param root the project's folder
 * @param declarations the text of `insitu.d.ts`
 * @returns the compiler's report; "" if it accepts the program
 */
export async function checkPublicTypes(root: string, declarations: string): Promise<string> {
  // Outside the project, whose packages an app does not have.
  const folder = mkdtempSync(join(tmpdir(), "insitu-program-"));
  const program = join(folder, "program.ts");
  copyFileSync(join(root, "tests", "types", "program.ts"), program);
  writeFileSync(join(folder, "insitu.d.ts"), declarations);
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const options = [compiler, ...OPTIONS, program];
  try {
    return await new Promise((resolve) => {
      execFile(process.execPath, options, { cwd: folder }, (error, stdout) =>
        resolve(error === null ? "" : stdout.trim() || error.message),
      );
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
