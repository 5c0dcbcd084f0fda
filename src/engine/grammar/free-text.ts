import {
  ASCII,
  type CharacterSet,
  characterSet,
  complement,
  intersectRange,
} from "./characters/character-set.ts";
import { choiceOf, EMPTY_STRING, type Expression, literal, sequence } from "./ebnf/grammar.ts";
import type { GrammarBuilder } from "./ebnf/grammar-builder.ts";

/**
 * Any text without `mark`, which may end anywhere; or such a text, `mark` and `rest`. Each rule stands for the number
 * of the mark's characters that the text ends with, as in the algorithm of Knuth, Morris and Pratt. For `ab`:
 *
 * - `r0 ::= "" | [^a] r0 | "a" r1`
 * - `r1 ::= "" | [^ab] r0 | "a" r1 | "b" rest`
 *
 * @param mark ASCII characters, at least one
 */
export function freeTextUntil(builder: GrammarBuilder, mark: string, rest: Expression): Expression {
  const state = (matched: number): Expression =>
    builder.define(`text ${matched}`, () => {
      const next = [...new Set(mark)].flatMap((character) => {
        const following = matchedAfter(mark, matched, character);
        return following === 0 ? [] : [{ character, following }];
      });
      return choiceOf([
        EMPTY_STRING,
        sequence(otherThan(next.map(({ character }) => character)), state(0)),
        ...next.map(({ character, following }) =>
          sequence(literal(character), following === mark.length ? rest : state(following)),
        ),
      ]);
    });
  return state(0);
}

/** Length of the longest start of `mark` that ends a text after `matched` characters of it and `character`. */
function matchedAfter(mark: string, matched: number, character: string): number {
  const text = mark.slice(0, matched) + character;
  let length = text.length;
  while (!text.endsWith(mark.slice(0, length))) length--;
  return length;
}

function otherThan(characters: readonly string[]): Expression {
  const codes = characters.map((character) => character.charCodeAt(0));
  const excluded: CharacterSet = characterSet(codes.map((code) => [code, code]));
  return { kind: "character-class", ascii: intersectRange(complement(excluded), ASCII), nonAscii: true };
}
