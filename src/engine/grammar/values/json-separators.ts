/** Commas and colons of JSON, with the white space that a model may write after them. */
import { literal, optional, sequence } from "../ebnf/grammar.ts";

/**
 * At most one space: without it the text is unlike what most models were trained on, which makes their replies
 * worse; with unbounded white space, small models write nothing else.
 */
const OPTIONAL_SPACE = optional(literal(" "));

export const COMMA = sequence(literal(","), OPTIONAL_SPACE);
export const COLON = sequence(literal(":"), OPTIONAL_SPACE);
