/**
 * The places of characters in a regular expression, and which of them may follow each other: the automaton of
 * Glushkov. It has no empty moves, and is deterministic if no two places that may come next share a character.
 */
import { type CharacterSet, characterSet } from "../characters/character-set.ts";
import type { CompileBudget } from "../compile-budget.ts";
import type { Expression } from "../ebnf/grammar.ts";
import { membersOf } from "./gbnf-literals.ts";
import { groupByPrefix } from "./literal-prefixes.ts";

/** Indices of positions. */
export type Positions = readonly number[];

export interface PositionAutomaton {
  /** The characters at each position. */
  readonly sets: readonly CharacterSet[];
  /** The positions that may follow each position. */
  readonly following: readonly Positions[];
  /** Whether each position is inside of a repetition, and may be passed again. */
  readonly isRepeated: readonly boolean[];
  readonly first: Positions;
  readonly last: ReadonlySet<number>;
  readonly isNullable: boolean;
  /** Whether something that may be empty is repeated, which can be done in any number of ways. */
  readonly repeatsEmpty: boolean;
}

interface Part {
  readonly isNullable: boolean;
  readonly first: Positions;
  readonly last: Positions;
}

const EMPTY: Part = { isNullable: true, first: [], last: [] };
const STEPS_PER_EDGE = 0.1;

/** Whether the expression refers to no rule. */
export function isRegular(expression: Expression): boolean {
  switch (expression.kind) {
    case "literal":
    case "character-class":
      return true;
    case "sequence":
      return expression.items.every(isRegular);
    case "choice":
      return expression.alternatives.every(isRegular);
    case "repetition":
      return isRegular(expression.item);
    case "rule":
      return false;
  }
}

/**
 * @param expression refers to no rule
 * @param isExact whether each repetition is counted, and each character has a position. Otherwise a repetition
 *   may go on without end, and a literal is as good as its first character
 * @throws {CompileBudgetError}
 */
export function positionAutomaton(
  expression: Expression,
  budget: CompileBudget,
  isExact: boolean,
): PositionAutomaton {
  const sets: CharacterSet[] = [];
  const following: number[][] = [];
  const isRepeated: boolean[] = [];
  let repetitions = 0;
  let repeatsEmpty = false;

  const position = (set: CharacterSet): Part => {
    budget.spend();
    const index = sets.push(set) - 1;
    following.push([]);
    isRepeated.push(repetitions > 0);
    return { isNullable: false, first: [index], last: [index] };
  };
  const connect = (last: Positions, first: Positions) => {
    budget.spend(last.length * first.length * STEPS_PER_EDGE);
    for (const index of last) following[index]?.push(...first);
  };
  const join = (a: Part, b: Part): Part => {
    connect(a.last, b.first);
    return {
      isNullable: a.isNullable && b.isNullable,
      first: a.isNullable ? [...a.first, ...b.first] : a.first,
      last: b.isNullable ? [...a.last, ...b.last] : b.last,
    };
  };
  const either = (parts: readonly Part[]): Part => ({
    isNullable: parts.some((part) => part.isNullable),
    first: parts.flatMap((part) => part.first),
    last: parts.flatMap((part) => part.last),
  });
  const literal = (text: string): Part => {
    const characters = Array.from(text).slice(0, isExact ? Infinity : 1);
    return characters.map((character) => position(only(character))).reduce(join, EMPTY);
  };
  /** Literals share their prefixes, as they do where they are printed. */
  const literals = (texts: readonly string[], set: CharacterSet): Part => {
    const { isEmptyIncluded, single, longer } = groupByPrefix(texts);
    const characters = characterSet([...set, ...single]);
    return either([
      ...(isEmptyIncluded ? [EMPTY] : []),
      ...(characters.length > 0 ? [position(characters)] : []),
      ...longer.map(({ prefix, rests }) => join(literal(prefix), literals(rests, []))),
    ]);
  };
  const repeat = (item: Expression, min: number, max: number): Part => {
    repetitions += max > 1 ? 1 : 0;
    const copies = isExact ? Math.max(1, max === Infinity ? min : max) : 1;
    const required = Math.min(min, copies);
    let part = build(item);
    repeatsEmpty ||= max > 1 && part.isNullable;
    const isOptional = min === 0 || part.isNullable;
    const { first } = part;
    const last = isOptional || required <= 1 ? [...part.last] : [];
    for (let copy = 2; copy <= copies; copy++) {
      const next = build(item);
      connect(part.last, next.first);
      if (isOptional || copy >= required) last.push(...next.last);
      part = next;
    }
    if (isExact ? max === Infinity : max > 1) connect(part.last, part.first);
    repetitions -= max > 1 ? 1 : 0;
    return { isNullable: isOptional, first, last };
  };
  const build = (part: Expression): Part => {
    switch (part.kind) {
      case "literal":
        return literal(part.text);
      case "character-class":
        return position(membersOf(part));
      case "sequence":
        return part.items.map(build).reduce(join, EMPTY);
      case "choice": {
        const texts = part.alternatives.flatMap((item) => (item.kind === "literal" ? [item.text] : []));
        const sets = part.alternatives.flatMap((item) =>
          item.kind === "character-class" ? membersOf(item) : [],
        );
        const others = part.alternatives.filter(
          (item) => item.kind !== "literal" && item.kind !== "character-class",
        );
        return either([literals(texts, sets), ...others.map(build)]);
      }
      case "repetition":
        return repeat(part.item, part.min, part.max);
      case "rule":
        throw new Error("A regular expression refers to a rule.");
    }
  };
  const { first, last, isNullable } = build(expression);
  return { sets, following, isRepeated, first, last: new Set(last), isNullable, repeatsEmpty };
}

function only(character: string): CharacterSet {
  const code = character.codePointAt(0) ?? 0;
  return [[code, code]];
}
