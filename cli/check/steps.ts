/** The static checks, each a step with a name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild, ROOT } from "../build.ts";
import { checkAppFolders } from "./app-folders.ts";
import { checkCircles } from "./circles.ts";
import { checkDocCode } from "./doc-code.ts";
import { checkDocLinks } from "./doc-links.ts";
import { checkImports } from "./imports.ts";
import { readMarkdown } from "./markdown.ts";
import { checkPublicTypes } from "./public-types.ts";
import { findRoomCircles } from "./room-circles.ts";
import { runTool } from "./run-tool.ts";

export interface CheckStep {
  readonly name: string;
  /** @returns the faults as text for a person; "" if there are none */
  readonly run: () => Promise<string>;
}

export const STEPS: readonly CheckStep[] = [
  { name: "types of the page", run: () => runTool("typescript/bin/tsc", "-p", "tsconfig.page.json") },
  { name: "types of the workers", run: () => runTool("typescript/bin/tsc", "-p", "tsconfig.worker.json") },
  {
    name: "types of the tools and tests",
    run: () => runTool("typescript/bin/tsc", "-p", "tsconfig.node.json"),
  },
  {
    // The other programs skip every `.d.ts`, in which an unknown type would count as `any`.
    name: "types of our own declarations",
    run: () => runTool("typescript/bin/tsc", "-p", "tsconfig.declarations.json"),
  },
  { name: "types for users", run: checkBuiltTypes },
  { name: "lint", run: () => runTool("oxlint/bin/oxlint", "--type-aware", "--deny-warnings") },
  {
    name: "imports between rooms",
    run: async () => [...findRoomCircles(), ...checkImports(join(ROOT, "src"))].join("\n"),
  },
  { name: "import circles", run: async () => checkCircles(join(ROOT, "src")).join("\n") },
  { name: "imports between views", run: async () => checkAppFolders(join(ROOT, "src")).join("\n") },
  { name: "links of the documentation", run: async () => checkDocLinks(ROOT).join("\n") },
  { name: "code of the documentation", run: checkDocumentation },
  { name: "format", run: () => runTool("oxfmt/bin/oxfmt", "--check") },
  { name: "unused files, exports and packages", run: () => runTool("knip/bin/knip.js", "--no-progress") },
  { name: "size budgets", run: checkSizes },
];

async function checkBuiltTypes(): Promise<string> {
  const folder = await ensureBuild();
  return checkPublicTypes(ROOT, readFileSync(join(folder, "insitu.d.ts"), "utf8"));
}

async function checkDocumentation(): Promise<string> {
  const entry = join(await ensureBuild(), "insitu.d.ts");
  return (await checkDocCode(readMarkdown(ROOT), entry)).join("\n");
}

async function checkSizes(): Promise<string> {
  await ensureBuild();
  return runTool("size-limit/bin.js");
}
