/** Literals and character classes in llama.cpp's GBNF. Source: `parse_char` of its `src/llama-grammar.cpp`. */
import { type CharacterSet, characterSet, type CodePointRange } from "../characters/character-set.ts";
import type { Expression } from "../ebnf/grammar.ts";

// oxlint-disable-next-line no-control-regex -- these are the characters to escape
const NEEDS_ESCAPE = /["\\\u0000-\u001f\u007f]/g;

/**
 * The characters above U+007F. llama.cpp decodes UTF-8 without checking it, so a class names them instead of
 * negating others: `[^a]` would also match halves of UTF-16 pairs and codes above U+10FFFF.
 */
const NON_ASCII_CHARACTERS: CharacterSet = [
  [0x80, 0xd7ff],
  [0xe000, 0x10ffff],
];

/** The characters of a class. */
export function membersOf({ ascii, nonAscii }: Expression & { kind: "character-class" }): CharacterSet {
  return nonAscii ? characterSet([...ascii, ...NON_ASCII_CHARACTERS]) : ascii;
}

export function printLiteral(text: string): string {
  return `"${text.replace(NEEDS_ESCAPE, escapeInLiteral)}"`;
}

function escapeInLiteral(character: string): string {
  return character === '"' || character === "\\" ? `\\${character}` : escapeCode(character.charCodeAt(0));
}

/** @param set sorted ranges without halves of UTF-16 pairs, at least one: `[]` would match the empty string */
export function printCharacterClass(set: CharacterSet): string {
  return `[${set.map(printRange).join("")}]`;
}

function printRange([first, last]: CodePointRange): string {
  return first === last ? classCharacter(first) : `${classCharacter(first)}-${classCharacter(last)}`;
}

function classCharacter(code: number): string {
  const character = String.fromCodePoint(code);
  return /[0-9A-Za-z]/.test(character) ? character : escapeCode(code);
}

function escapeCode(code: number): string {
  const [letter, digits] = code <= 0xff ? ["x", 2] : code <= 0xffff ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}
