/** Literals and character classes in the EBNF of xgrammar, with detours around defects of its version 0.1.27. */
import {
  ASCII,
  characterSet,
  type CharacterSet,
  complement,
  intersectRange,
} from "../characters/character-set.ts";

// oxlint-disable-next-line no-control-regex -- these are the characters to escape
const NEEDS_ESCAPE = /["\\\u0000-\u001f]/g;
// oxlint-disable-next-line no-control-regex -- as above
const BEFORE_HEX_DIGIT = /(?<=[\u0000-\u001f\u007f-\u00ff])(?=[0-9a-f])/i;
const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A string literal. xgrammar parses a grammar twice, the second time from a text of its own in which a character up
 * to U+00FF is `\x` and its code, and there it takes a hexadecimal digit that follows for a part of the code. So a new
 * literal begins before such a digit: `"\u0001" "f"`.
 */
export function printLiteral(text: string): string {
  return text
    .split(BEFORE_HEX_DIGIT)
    .map((part) => `"${part.replace(NEEDS_ESCAPE, escapeCharacter)}"`)
    .join(" ");
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return ESCAPES[character] ?? (code < 0x20 ? unicodeEscape(code) : `\\${character}`);
}

/**
 * A character class. xgrammar matches no character above U+007F with a class that lists ranges of them, and every
 * such character with a negated class. So a class with all of them is printed as the negation of what it lacks:
 * ASCII letters and everything above U+007F as `[^\u0000-\u0040\u005b-\u0060\u007b-\u007f]`.
 */
export function printCharacterClass(ascii: CharacterSet, nonAscii: boolean): string {
  if (!nonAscii) return `[${printRanges(ascii)}]`;
  return `[^${printRanges(intersectRange(complement(characterSet(ascii)), ASCII))}]`;
}

function printRanges(ranges: CharacterSet): string {
  return ranges
    .map(([first, last]) =>
      first === last ? classCharacter(first) : `${classCharacter(first)}-${classCharacter(last)}`,
    )
    .join("");
}

function classCharacter(code: number): string {
  const character = String.fromCharCode(code);
  return /[0-9A-Za-z]/.test(character) ? character : unicodeEscape(code);
}

function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
