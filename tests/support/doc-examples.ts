/** The `@example`s of docstrings, to be run in a page. */

const DOCSTRING = /\/\*\*(?:(?!\*\/)[^])*\*\/\s*(?:(?:declare|function|readonly)\s+)*(\w+)/g;
const EXAMPLE = /@example\s+```ts\n([^]*?)\n```/;
const IMPORT = /^import (.+) from "\/(.+)";$/gm;

/** Examples by the name of what they document. */
export function docExamples(source: string): ReadonlyMap<string, string> {
  const examples = new Map<string, string>();
  for (const [docstring, name = ""] of source.matchAll(DOCSTRING)) {
    const [, code] = docstring.replaceAll(/^ *\* ?/gm, "").match(EXAMPLE) ?? [];
    if (code !== undefined) examples.set(name, code);
  }
  return examples;
}

/** The example as an expression that a page can evaluate: a promise of its end. Imports become dynamic ones. */
export function asExpression(example: string): string {
  const body = example.replaceAll(IMPORT, (_line, names: string, file: string) => {
    const pattern = names.startsWith("{") ? names : `{ default: ${names} }`;
    return `const ${pattern} = await import(new URL("${file}", document.baseURI).href);`;
  });
  return `(async () => {\n${body}\n})()`;
}
