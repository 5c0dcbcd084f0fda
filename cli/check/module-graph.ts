import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "vite";

/**
 * The files that a browser loads before a built page or module runs: its scripts and style sheets, and what
 * they import statically. Dynamic imports and workers come later and do not count.
 *
 * @param folder the build
 * @param entry an HTML page or a module, relative to the folder
 * @returns paths relative to the folder, the entry first
 */
export function moduleGraph(folder: string, entry: string): string[] {
  const found = new Set([entry]);
  // A set gives what is added while it is walked, too.
  for (const file of found) {
    for (const link of linksOf(file, readFileSync(join(folder, file), "utf8"))) {
      if (!/^[a-z]+:/i.test(link))
        found.add(posix.join(link.startsWith("/") ? "" : posix.dirname(file), link).replace(/^\//, ""));
    }
  }
  return [...found];
}

function linksOf(file: string, text: string): string[] {
  if (file.endsWith(".html")) {
    const tags =
      text.match(/<script\b[^>]*>|<link\b[^>]*\brel="?(?:modulepreload|stylesheet)\b[^>]*>/g) ?? [];
    return tags.flatMap((tag) => /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? []);
  }
  if (!file.endsWith(".js")) return [];
  const { staticImports, staticExports } = parseSync(file, text).module;
  const exported = staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest }) => moduleRequest?.value ?? ""),
  );
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported].filter(
    (path) => path !== "",
  );
}
