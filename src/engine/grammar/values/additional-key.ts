/** Keys of the properties that a schema does not name. */
import { characterSet, complement, intersect } from "../characters/character-set.ts";
import { UNESCAPED_ASCII } from "../characters/json-string-character.ts";
import type { CompileBudget } from "../compile-budget.ts";
import { choiceOf, EMPTY_STRING, literal, NEVER, repetition, sequence } from "../ebnf/grammar.ts";
import type { Expression } from "../ebnf/grammar.ts";
import { SchemaError } from "../schema/schema-error.ts";

/** Keys are generated without escapes, so that none can be an escaped spelling of a named one. */
const ANY_CHARACTERS: Expression = repetition(
  { kind: "character-class", ascii: UNESCAPED_ASCII, nonAscii: true },
  0,
  Infinity,
);

/** A node of the trie of the excluded names: the characters on the way to it are a prefix of some of them. */
interface TrieNode {
  isEndOfName: boolean;
  readonly children: Map<string, TrieNode>;
}

/** The expression is nested as deep as the longest name. */
const MAX_NAME_CHARACTERS = 128;
const STEPS_PER_CHARACTER = 20;

/**
 * A key in quotes that is none of `names`. Each character either leaves the trie of the names, after which any
 * characters may follow, or stays in it. Any key but `ab`, without its quotes and with `any` for any characters:
 *
 * `"" | [^a] any | "a" ("" | [^b] any | "b" ([^] any))`
 *
 * @throws {SchemaError} if a name is too long
 */
export function additionalKey(budget: CompileBudget, names: readonly string[]): Expression {
  if (names.some((name) => name.length > MAX_NAME_CHARACTERS)) {
    throw new SchemaError(
      "properties",
      `must have names of at most ${MAX_NAME_CHARACTERS} characters where 'additionalProperties' are allowed`,
    );
  }
  const root: TrieNode = { isEndOfName: false, children: new Map() };
  for (const name of names) {
    let node = root;
    for (const character of name) {
      budget.spend(STEPS_PER_CHARACTER);
      const child: TrieNode = node.children.get(character) ?? { isEndOfName: false, children: new Map() };
      node.children.set(character, child);
      node = child;
    }
    node.isEndOfName = true;
  }
  return sequence(literal('"'), suffixes(root), literal('"'));
}

/** Everything that may follow the prefix that leads to the node. */
function suffixes({ isEndOfName, children }: TrieNode): Expression {
  if (!isEndOfName && children.size === 0) return ANY_CHARACTERS;
  const next = [...children.keys()];
  const ascii = withoutCharacters(next);
  // A character class has all characters above U+007F or none.
  const nonAscii = next.every((character) => character < "\u0080");
  const leavesTrie: Expression =
    ascii.length > 0 || nonAscii ? { kind: "character-class", ascii, nonAscii } : NEVER;
  return choiceOf([
    isEndOfName ? NEVER : EMPTY_STRING,
    sequence(leavesTrie, ANY_CHARACTERS),
    ...[...children]
      .filter(([character]) => isUnescaped(character))
      .map(([character, child]) => sequence(literal(character), suffixes(child))),
  ]);
}

function withoutCharacters(characters: readonly string[]) {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  return intersect(UNESCAPED_ASCII, complement(characterSet(codes.map((code) => [code, code]))));
}

function isUnescaped(character: string): boolean {
  return !/["\\\p{Cc}\p{Cs}]/u.test(character);
}
