/** Type checks JavaScript and TypeScript of the documentation against the package's public entry. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../build.ts";
import type { CodeBlock } from "../markdown.ts";
import { runTool } from "../run-tool.ts";

/** Names that the documentation leaves to its reader. A block may declare them itself. */
const PLACEHOLDERS = `import type { OpenAI } from "openai";
declare global {
  const client: OpenAI;
  const messages: OpenAI.ChatCompletionMessageParam[];
  const model: string;
  function show(text: string | null | undefined): void;
}
`;

const tsconfig = (entry: string) => ({
  extends: "../../tsconfig.base.json",
  compilerOptions: {
    lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    types: ["vite/client"],
    allowJs: true,
    checkJs: true,
    // Examples are plain JavaScript: their parameters have no types.
    noImplicitAny: false,
    paths: { "/insitu.js": [entry], "/openai.js": ["../../src/openai-sdk.ts"] },
  },
  include: ["*", "../../src/config/virtual.d.ts"],
});

/**
 * Compile blocks, each as a module.
 *
 * @param blocks in the language `js`, `ts` or `html`, of which the module scripts are compiled
 * @param entry absolute path of the module or the declarations to which `/insitu.js` resolves
 * @returns the compiler's errors, with the position in the Markdown file
 */
export async function compileBlocks(blocks: readonly CodeBlock[], entry: string): Promise<string[]> {
  const modules = blocks.flatMap((block) => (block.language === "html" ? moduleScriptsOf(block) : [block]));
  if (modules.length === 0) return [];
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache", "doc-code-"));
  try {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig(entry)));
    writeFileSync(join(folder, "placeholders.d.ts"), PLACEHOLDERS);
    for (const [index, { code, line, language }] of modules.entries()) {
      // Empty lines before the code keep the line numbers of the Markdown file.
      writeFileSync(join(folder, `block-${index}.${language}`), "\n".repeat(line - 1) + code);
    }
    const output = await runTool("typescript/bin/tsc", "-p", folder, "--pretty", "false");
    return output === "" ? [] : [toMarkdownPositions(output, modules)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function toMarkdownPositions(output: string, modules: readonly CodeBlock[]): string {
  return output.replaceAll(
    /^\S*block-(\d+)\.[jt]s\((\d+),\d+\): /gm,
    (_, index: string, line: string) => `${modules[Number(index)]?.file}:${line}: `,
  );
}

function moduleScriptsOf({ file, line, code }: CodeBlock): CodeBlock[] {
  return [...code.matchAll(/<script type="module">(.*?)<\/script>/gs)].map((match) => {
    const [, script = ""] = match;
    const before = code.slice(0, match.index + match[0].indexOf(script));
    return { file, line: line + before.split("\n").length - 1, language: "js", code: script };
  });
}
