/** The class escapes of regular expressions. Source: https://tc39.es/ecma262/#sec-compiletocharset */
import { type CharacterSet, characterSet, type CodePointRange, complement } from "./character-set.ts";

const DIGITS: CharacterSet = [[0x30, 0x39]];
const WORD_CHARACTERS: CharacterSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const WHITE_SPACE: CharacterSet = characterSet(
  [0x20, 0xa0, 0x1680, 0x202f, 0x205f, 0x3000, 0xfeff]
    .map((code): CodePointRange => [code, code])
    .concat([
      [0x09, 0x0d],
      [0x2000, 0x200a],
      [0x2028, 0x2029],
    ]),
);
/** Characters that `.` does not match. */
export const LINE_TERMINATORS: CharacterSet = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

/** Keyed by the letter after the backslash. */
export const CLASS_ESCAPES: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD_CHARACTERS,
  W: complement(WORD_CHARACTERS),
  s: WHITE_SPACE,
  S: complement(WHITE_SPACE),
};
