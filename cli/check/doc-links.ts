/** Relative links of our Markdown files. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type MarkdownFile, readMarkdown } from "./markdown.ts";

const LINK = /\]\((?<target>[^()\s]+)\)/g;

/**
 * Links to files and headings that do not exist.
 *
 * @param root the project's folder
 * @returns one line each
 */
export function checkDocLinks(root: string): string[] {
  return readMarkdown(root).flatMap((markdown) => brokenLinks(root, markdown));
}

function brokenLinks(root: string, { file, text }: MarkdownFile): string[] {
  return [...text.matchAll(LINK)].flatMap(({ groups: { target = "" } = {} }) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = "", heading] = target.split("#", 2);
    const linked = path === "" ? join(root, file) : resolve(root, dirname(file), path);
    if (!existsSync(linked)) return [`${file} links to ${target}, which does not exist`];
    if (heading === undefined || headingsOf(readFileSync(linked, "utf8")).has(heading)) return [];
    return [`${file} links to ${target}, but there is no such heading`];
  });
}

/** The anchors that Git hosts make of headings: small letters, hyphens for spaces, no punctuation. */
function headingsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
