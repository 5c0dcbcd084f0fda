import { type Pattern, PatternError } from "./pattern.ts";
import { PatternParser } from "./pattern-parser.ts";

/** Larger than any pattern in practice, and small enough for every recursion over one. */
const MAX_PATTERN_CHARACTERS = 4_096;
const MAX_GROUP_DEPTH = 64;

/**
 * Parses the JSON Schema keyword `pattern`: a regular expression of ECMA-262 with the flag `u`, which may
 * match anywhere in the string. Look-around, back references and word boundaries are not regular, or not
 * worth their cost, and are refused.
 *
 * @returns the pattern of the whole string: `a$` is "any characters, then a"
 * @throws {PatternError}
 */
export function parsePattern(source: string): Pattern {
  if (source.length > MAX_PATTERN_CHARACTERS) {
    throw new PatternError(`must have at most ${MAX_PATTERN_CHARACTERS} characters`);
  }
  if (groupDepth(source) > MAX_GROUP_DEPTH) {
    throw new PatternError(`must not nest groups deeper than ${MAX_GROUP_DEPTH} levels`);
  }
  if (!isRegularExpression(source)) {
    throw new PatternError("must be a regular expression of JavaScript with the flag 'u'");
  }
  return new PatternParser(source).parse();
}

/** Escapes and character classes, in which brackets do not open groups. */
const ESCAPES_AND_CLASSES = /\\.|\[(?:\\.|[^\]\\])*\]/gsu;

function groupDepth(source: string): number {
  let depth = 0;
  let maxDepth = 0;
  for (const character of source.replaceAll(ESCAPES_AND_CLASSES, "")) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    maxDepth = Math.max(maxDepth, depth);
  }
  return maxDepth;
}

function isRegularExpression(source: string): boolean {
  try {
    return new RegExp(source, "u").unicode;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
