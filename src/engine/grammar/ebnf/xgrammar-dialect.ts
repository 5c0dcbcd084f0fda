import type { GrammarDialect } from "../grammar-dialect.ts";
import { printGrammar } from "./print-grammar.ts";

/** The dialect of web-llm. */
export const xgrammarDialect: GrammarDialect = {
  print: printGrammar,
  maxCharacters: 200_000,
  hasTriggers: true,
};
