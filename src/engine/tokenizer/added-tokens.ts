/** Added tokens: those that a tokenizer finds in a text before it looks at the rest. */
import * as z from "zod/mini";
import { anyOf } from "../../util/regexp.ts";

export const addedTokenSchema = z.looseObject({
  content: z.string(),
  special: z.optional(z.boolean()),
  /** True if it is looked for in the normalized text. */
  normalized: z.optional(z.boolean()),
  /** True if white space before it belongs to it. */
  lstrip: z.optional(z.boolean()),
  /** True if white space after it belongs to it. */
  rstrip: z.optional(z.boolean()),
});

export type AddedToken = z.infer<typeof addedTokenSchema>;

/**
 * Makes a function that gives the added tokens in a text and the sections between them. With `<mark>`, which strips to
 * its right:
 *
 *     "a <mark>  b"  →  ["a ", "<mark>", "b"]
 *
 * @param tokens by their content
 */
export function createAddedTokenSplitter(
  tokens: ReadonlyMap<string, AddedToken>,
): (text: string) => readonly string[] {
  const pattern = anyOf([...tokens.keys()]);
  return (text) => {
    if (pattern === undefined) return [text];
    const sections = splitWithMatches(text, pattern);
    for (const [index, section] of sections.entries()) {
      const { lstrip, rstrip } = tokens.get(section) ?? {};
      const [before, after] = [sections[index - 1], sections[index + 1]];
      if (lstrip === true && before !== undefined) sections[index - 1] = before.trimEnd();
      if (rstrip === true && after !== undefined) sections[index + 1] = after.trimStart();
    }
    return sections;
  };
}

/** The matches of `pattern` and the texts between them, except empty ones. */
function splitWithMatches(text: string, pattern: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    parts.push(text.slice(from, index), found);
    from = index + found.length;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part !== "");
}
