/** The keys of an object other than those that its schema names. */
import type { CompileBudget } from "../compile-budget.ts";
import {
  choiceOf,
  EMPTY_STRING,
  type Expression,
  NEVER,
  type CodePointRange,
  repetition,
  sequence,
  literal,
} from "../ebnf/grammar.ts";
import { SchemaError } from "../schema/schema-error.ts";

/** A key is written without escapes, so that none can be a named one in disguise. */
const PLAIN: readonly CodePointRange[] = [
  [0x20, 0x21],
  [0x23, 0x5b],
  [0x5d, 0x7f],
];
const REST: Expression = repetition({ kind: "character", ascii: PLAIN, wide: true }, 0, Infinity);

interface Node {
  isName: boolean;
  readonly children: Map<string, Node>;
}

/** Each character of a name takes an alternative inside that of the one before it. */
const MAX_NAME_CHARACTERS = 128;
const STEPS_PER_CHARACTER = 20;

/**
 * A key in quotes that is none of `names`.
 *
 * @throws {SchemaError} where a name is too long to be told from others
 */
export function additionalKey(budget: CompileBudget, names: readonly string[]): Expression {
  if (names.some((name) => name.length > MAX_NAME_CHARACTERS)) {
    throw new SchemaError(
      "properties",
      `must have names of at most ${MAX_NAME_CHARACTERS} characters where 'additionalProperties' are allowed`,
    );
  }
  const root: Node = { isName: false, children: new Map() };
  for (const name of names) {
    let node = root;
    for (const character of name) {
      budget.spend(STEPS_PER_CHARACTER);
      const child: Node = node.children.get(character) ?? { isName: false, children: new Map() };
      node.children.set(character, child);
      node = child;
    }
    node.isName = true;
  }
  return sequence(literal('"'), restAfter(root), literal('"'));
}

/** What may follow the characters that led to `node`. */
function restAfter({ isName, children }: Node): Expression {
  if (!isName && children.size === 0) return REST;
  const taken = [...children.keys()];
  const free: Expression = {
    kind: "character",
    ascii: without(PLAIN, taken),
    // The engine takes all characters above U+007F or none.
    wide: taken.every((character) => character < "\u0080"),
  };
  return choiceOf([
    isName ? NEVER : EMPTY_STRING,
    sequence(free, REST),
    ...[...children]
      .filter(([character]) => !/["\\\p{Cc}\p{Cs}]/u.test(character))
      .map(([character, child]) => sequence(literal(character), restAfter(child))),
  ]);
}

function without(ranges: readonly CodePointRange[], characters: readonly string[]): CodePointRange[] {
  const codes = characters.flatMap((character) => character.codePointAt(0) ?? []).toSorted((a, b) => a - b);
  return codes.reduce<CodePointRange[]>(
    (left, code) =>
      left.flatMap(([first, last]): CodePointRange[] => {
        if (code < first || code > last) return [[first, last]];
        const parts: CodePointRange[] = [
          [first, code - 1],
          [code + 1, last],
        ];
        return parts.filter(([from, to]) => from <= to);
      }),
    [...ranges],
  );
}
