/** Our Markdown files, and the code in them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders with Markdown files of ours, besides the project's own folder. */
const FOLDERS = ["docs", "tools", "tests", "public"];

export interface MarkdownFile {
  /** Relative to the project's folder. */
  readonly file: string;
  readonly text: string;
}

/** @param root the project's folder */
export function readMarkdown(root: string): MarkdownFile[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return [...readdirSync(root), ...below]
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
}

export interface CodeBlock {
  readonly file: string;
  /** Line of the first line of code, from 1. */
  readonly line: number;
  /** The first word after the fence; "" if there is none. */
  readonly language: string;
  readonly code: string;
}

/** The fenced code blocks of a file. */
export function codeBlocksOf({ file, text }: MarkdownFile): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { fence: string; indent: number; language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const [, spaces = "", fence = "", language = ""] = /^( *)(`{3,}|~{3,})\s*([^\s`]*)/.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== "") open = { fence, indent: spaces.length, language, line: index + 2, lines: [] };
    } else if (fence.startsWith(open.fence) && language === "") {
      blocks.push({ file, line: open.line, language: open.language, code: open.lines.join("\n") });
      open = undefined;
    } else {
      open.lines.push(line.slice(Math.min(open.indent, /^ */.exec(line)?.[0].length ?? 0)));
    }
  }
  return blocks;
}

/** Inline code of a file, one block for each span; fenced blocks are left out. */
export function codeSpansOf({ file, text }: MarkdownFile): CodeBlock[] {
  const fenced = new Set(
    codeBlocksOf({ file, text }).flatMap(({ line, code }) =>
      code.split("\n").map((_, offset) => line + offset),
    ),
  );
  return text.split("\n").flatMap((content, index) =>
    fenced.has(index + 1)
      ? []
      : [...content.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => ({
          file,
          line: index + 1,
          language: "",
          code,
        })),
  );
}
