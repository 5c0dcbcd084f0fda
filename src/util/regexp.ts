/** `text` as the source of a regular expression that matches it literally, with any flags but `v`. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Matches any of `texts` (flag `g`), the longest of those at one place; undefined if there are none. */
export function anyOf(texts: readonly string[]): RegExp | undefined {
  if (texts.length === 0) return undefined;
  const longestFirst = texts.toSorted((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(escapeRegExp).join("|"), "g");
}
