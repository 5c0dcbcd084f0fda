/** Checks the code in our Markdown files, so that documentation follows the code. */
import { join } from "node:path";
import { ROOT } from "../build.ts";
import { checkCommands, createHelp, isCommand } from "./doc-code/commands.ts";
import { compileBlocks } from "./doc-code/compile.ts";
import { checkJson } from "./doc-code/json.ts";
import { type CodeBlock, codeBlocksOf, codeSpansOf, type MarkdownFile } from "./markdown.ts";

const ENTRY = join(ROOT, "src", "index.ts");
const COMPILED = ["js", "ts", "html"];
/** Diagrams and output: nothing to check. */
const UNCHECKED = ["mermaid", "text"];

/**
 * Check every fenced block, and every command in inline code:
 *
 * - `js`, `ts` and the module scripts of `html` are compiled against the public entry,
 * - `json` is parsed, and examples of the deployment file are validated,
 * - `sh` and commands in inline code name existing scripts, files and options.
 *
 * Nothing is run here: `tests/e2e/app/snippets.spec.ts` runs the code of the Connect view, of which README shows a part.
 *
 * @param entry the module or the declarations to which `/insitu.js` resolves
 * @returns one text for each fault
 */
export async function checkDocCode(files: readonly MarkdownFile[], entry = ENTRY): Promise<string[]> {
  const blocks = files.flatMap(codeBlocksOf);
  const commands = [
    ...blocks.filter(({ language }) => language === "sh"),
    ...files.flatMap(codeSpansOf).filter(({ code }) => isCommand(code)),
  ];
  const helpOf = createHelp();
  const faults = await Promise.all([
    compileBlocks(
      blocks.filter(({ language }) => COMPILED.includes(language)),
      entry,
    ),
    ...commands.map(async (block) => located(block, await checkCommands(block, helpOf))),
    ...blocks.map(async (block) => located(block, [faultOf(block)])),
  ]);
  return faults.flat();
}

function faultOf(block: CodeBlock): string {
  const { language } = block;
  if (language === "json") return checkJson(block);
  if (language === "sh" || COMPILED.includes(language) || UNCHECKED.includes(language)) return "";
  if (language === "") return "the block has no language; `text` is for diagrams and output";
  return `nothing checks the language ${language}`;
}

function located({ file, line }: CodeBlock, faults: readonly string[]): string[] {
  return faults.filter((fault) => fault !== "").map((fault) => `${file}:${line}: ${fault}`);
}
