import type { CodePointRange } from "../characters/character-set.ts";

export interface PrefixGroups {
  readonly isEmptyIncluded: boolean;
  /** The texts of one character. */
  readonly single: readonly CodePointRange[];
  /** The others by their first character: the longest prefix that they share, and what follows it in each. */
  readonly longer: readonly { readonly prefix: string; readonly rests: readonly string[] }[];
}

/** `"", "a", "bcd", "bce"` → empty, single `a`, longer `bc` before `d` or `e`. Texts may be repeated. */
export function groupByPrefix(texts: readonly string[]): PrefixGroups {
  const groups = new Map<string, Set<string>>();
  for (const text of texts) {
    const code = text.codePointAt(0);
    if (code === undefined) continue;
    const first = String.fromCodePoint(code);
    const group = groups.get(first) ?? new Set();
    groups.set(first, group.add(text));
  }
  const single: CodePointRange[] = [];
  const longer: { prefix: string; rests: string[] }[] = [];
  for (const [first, group] of groups) {
    if (group.size === 1 && group.has(first)) {
      const code = first.codePointAt(0) ?? 0;
      single.push([code, code]);
    } else {
      const prefix = sharedPrefix([...group]);
      longer.push({ prefix, rests: [...group].map((text) => text.slice(prefix.length)) });
    }
  }
  return { isEmptyIncluded: texts.includes(""), single, longer };
}

/** At least the first character, which all texts share; it ends before a half of a UTF-16 pair. */
function sharedPrefix([first = "", ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  let length = String.fromCodePoint(first.codePointAt(0) ?? 0).length;
  for (const character of first.slice(length)) {
    if (!others.every((other) => other.startsWith(character, length))) break;
    length += character.length;
  }
  return first.slice(0, length);
}
