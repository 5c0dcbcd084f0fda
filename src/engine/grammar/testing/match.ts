import { type CharacterSet, characterSet, NON_ASCII } from "../characters/character-set.ts";
import type { Expression } from "../ebnf/grammar.ts";

/** An expression with character classes of any characters. */
export type Matchable =
  | { readonly kind: "class"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly items: readonly Matchable[] }
  | { readonly kind: "choice"; readonly alternatives: readonly Matchable[] }
  | { readonly kind: "repetition"; readonly item: Matchable; readonly min: number; readonly max: number }
  | { readonly kind: "rule"; readonly name: string };

export function matchable(expression: Expression): Matchable {
  switch (expression.kind) {
    case "literal":
      return literalMatchable(expression.text);
    case "character-class":
      return { kind: "class", set: [...expression.ascii, ...(expression.nonAscii ? [NON_ASCII] : [])] };
    case "sequence":
      return { kind: "sequence", items: expression.items.map(matchable) };
    case "choice":
      return { kind: "choice", alternatives: expression.alternatives.map(matchable) };
    case "repetition":
      return { ...expression, item: matchable(expression.item) };
    case "rule":
      return expression;
  }
}

export function literalMatchable(text: string): Matchable {
  const items = Array.from(text, (character): Matchable => {
    const code = character.codePointAt(0) ?? 0;
    return { kind: "class", set: characterSet([[code, code]]) };
  });
  return { kind: "sequence", items };
}

/** Returns a function that tells whether the whole of a text matches. Rules must not be left-recursive. */
export function createMatcher(
  root: Matchable,
  rules: ReadonlyMap<string, Matchable>,
): (text: string) => boolean {
  return (text) => {
    const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    const known = new Map<string, ReadonlySet<number>>();

    /** The places where a match that starts at `start` may end. */
    const ends = (node: Matchable, start: number): ReadonlySet<number> => {
      switch (node.kind) {
        case "class": {
          const code = characters[start];
          const isMember =
            code !== undefined && node.set.some(([first, last]) => first <= code && code <= last);
          return new Set(isMember ? [start + 1] : []);
        }
        case "sequence":
          return node.items.reduce((starts, item) => endsAfter(item, starts), new Set([start]));
        case "choice":
          return new Set(node.alternatives.flatMap((item) => [...ends(item, start)]));
        case "repetition":
          return repeated(node.item, node.min, node.max, start);
        case "rule": {
          const key = `${node.name} ${start}`;
          const found = known.get(key) ?? ends(ruleNamed(node.name), start);
          known.set(key, found);
          return found;
        }
      }
    };
    const endsAfter = (node: Matchable, starts: ReadonlySet<number>): Set<number> =>
      new Set([...starts].flatMap((start) => [...ends(node, start)]));
    const repeated = (item: Matchable, min: number, max: number, start: number): Set<number> => {
      const found = new Set<number>(min === 0 ? [start] : []);
      let starts = new Set([start]);
      for (let times = 1; times <= max && starts.size > 0; times++) {
        const next = endsAfter(item, starts);
        // Once the required ones are there, a repetition that ends where an earlier one did adds nothing.
        starts = times > min ? new Set([...next].filter((end) => !found.has(end))) : next;
        if (times >= min) for (const end of starts) found.add(end);
      }
      return found;
    };
    return ends(root, 0).has(characters.length);
  };

  function ruleNamed(name: string): Matchable {
    const rule = rules.get(name);
    if (rule === undefined) throw new Error(`The rule ${name} is not defined.`);
    return rule;
  }
}
