import { EVERY_CHARACTER } from "../characters/character-set.ts";
import { jsonStringCharacter } from "../characters/json-string-character.ts";
import { type Expression, literal, NEVER, repetition, sequence } from "../ebnf/grammar.ts";

const QUOTE = literal('"');
const CHARACTER = jsonStringCharacter(EVERY_CHARACTER) ?? NEVER;

/** A JSON string of `min` to `max` characters: code points, as JSON Schema counts them. */
export function stringExpression(min = 0, max = Infinity): Expression {
  return quoted(repetition(CHARACTER, min, max));
}

export function quoted(content: Expression): Expression {
  return sequence(QUOTE, content, QUOTE);
}
