/** A build's `_headers` file, in the format of Netlify and Cloudflare Pages. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const HEADERS_FILE = "_headers";

interface Rule {
  readonly pattern: RegExp;
  readonly headers: Record<string, string>;
}

/**
 * Read the file in `root`, if there is one.
 *
 * @returns a function that gives the headers for a URL's path: those of every matching rule; `*` matches any text
 */
export function readHeadersFile(root: string): (path: string) => Readonly<Record<string, string>> {
  const file = join(root, HEADERS_FILE);
  const rules = existsSync(file) ? parse(readFileSync(file, "utf8")) : [];
  return (path) => {
    const matching = rules.filter(({ pattern }) => pattern.test(path));
    return Object.assign({}, ...matching.map(({ headers }) => headers));
  };
}

function parse(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^\s+([\w-]+):\s*(.*)$/.exec(line) ?? [];
    const rule = rules.at(-1);
    if (name !== "" && rule !== undefined) rule.headers[name.toLowerCase()] = value;
    else if (line.trim() !== "" && !line.startsWith("#"))
      rules.push({ pattern: toPattern(line.trim()), headers: {} });
  }
  return rules;
}

function toPattern(path: string): RegExp {
  const parts = path.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
