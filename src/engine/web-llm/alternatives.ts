/** Matches any of `texts`, the longest that there is at a place; undefined where there are none. */
export function alternatives(texts: readonly string[]): RegExp | undefined {
  if (texts.length === 0) return undefined;
  const escaped = texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(escaped.join("|"), "g");
}
