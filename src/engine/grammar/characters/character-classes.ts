/** The classes of ECMA-262. Source: https://tc39.es/ecma262/#sec-compiletocharset */
import { type CharacterSet, characterSet, complement } from "./character-set.ts";
import type { CodePointRange } from "../ebnf/grammar.ts";

const DIGITS: CharacterSet = [[0x30, 0x39]];
const WORD: CharacterSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const SPACE: CharacterSet = characterSet(
  [0x20, 0xa0, 0x1680, 0x202f, 0x205f, 0x3000, 0xfeff]
    .map((code): CodePointRange => [code, code])
    .concat([
      [0x09, 0x0d],
      [0x2000, 0x200a],
      [0x2028, 0x2029],
    ]),
);
/** What `.` leaves out. */
export const LINE_ENDS: CharacterSet = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

/** By the letter behind the backslash. */
export const CHARACTER_CLASSES: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD,
  W: complement(WORD),
  s: SPACE,
  S: complement(SPACE),
};
