/** Literals and character classes in the EBNF of xgrammar, with workarounds for defects of version 0.1.27. */
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
 * A string literal. xgrammar prints and parses a grammar once more, and prints a character up to U+00FF as `\x`
 * and its code. It then takes a hexadecimal digit that follows for a part of the code, so a new literal has to
 * begin before such a digit: `"\u0001" "f"`.
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
 * A character class. In xgrammar, a class that lists ranges above U+007F matches none of them, and a negated
 * class matches all of them. So a class that contains all of them is printed as a negation: ASCII letters and
 * everything above U+007F as `[^\u0000-\u0040\u005b-\u0060\u007b-\u007f]`.
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
