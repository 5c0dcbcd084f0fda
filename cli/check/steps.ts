/** The static checks, each a step with a name. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild, ROOT } from "../build.ts";
import { checkAppFolders } from "./app-folders.ts";
import { checkCircles } from "./circles.ts";
import { checkDocLinks } from "./doc-links.ts";
import { checkImports } from "./imports.ts";
import { checkPublicTypes } from "./public-types.ts";

export interface CheckStep {
  readonly name: string;
  /** @returns what is wrong, for a person; "" where nothing is */
  readonly run: () => Promise<string>;
}

export const STEPS: readonly CheckStep[] = [
  { name: "types of the page", run: () => tool("typescript/bin/tsc", "-p", "tsconfig.page.json") },
  { name: "types of the workers", run: () => tool("typescript/bin/tsc", "-p", "tsconfig.worker.json") },
  { name: "types of the tools and tests", run: () => tool("typescript/bin/tsc", "-p", "tsconfig.node.json") },
  {
    // The other programs skip every `.d.ts`, packages' and ours: a type that ours lacks would be `any` there.
    name: "types of our own declarations",
    run: () => tool("typescript/bin/tsc", "-p", "tsconfig.declarations.json"),
  },
  { name: "types for users", run: checkBuiltTypes },
  { name: "lint", run: () => tool("oxlint/bin/oxlint", "--type-aware", "--deny-warnings") },
  { name: "imports between rooms", run: async () => checkImports(join(ROOT, "src")).join("\n") },
  { name: "import circles", run: async () => checkCircles(join(ROOT, "src")).join("\n") },
  { name: "imports between views", run: async () => checkAppFolders(join(ROOT, "src")).join("\n") },
  { name: "links of the documentation", run: async () => checkDocLinks(ROOT).join("\n") },
  { name: "format", run: () => tool("oxfmt/bin/oxfmt", "--check") },
  { name: "unused files, exports and packages", run: () => tool("knip/bin/knip.js", "--no-progress") },
  { name: "size budgets", run: checkSizes },
];

async function checkBuiltTypes(): Promise<string> {
  const folder = await ensureBuild();
  return checkPublicTypes(ROOT, readFileSync(join(folder, "insitu.d.ts"), "utf8"));
}

async function checkSizes(): Promise<string> {
  await ensureBuild();
  return tool("size-limit/bin.js");
}

/** Run a package's program; its output is what is wrong where it fails. */
function tool(program: string, ...options: readonly string[]): Promise<string> {
  const file = join(ROOT, "node_modules", ...program.split("/"));
  const child = spawn(process.execPath, [file, ...options], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (status) =>
      done(status === 0 ? "" : output.trim() || `It failed with exit status ${status}.`),
    );
  });
}
