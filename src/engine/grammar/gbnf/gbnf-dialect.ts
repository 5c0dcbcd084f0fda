import { printRules } from "../ebnf/print-rules.ts";
import type { GrammarDialect } from "../grammar-dialect.ts";
import { GbnfPrinter } from "./gbnf-printer.ts";

/**
 * The dialect of llama.cpp. Its triggers (`grammar_lazy`) see only whole tokens: a token that ends a trigger and
 * goes on with a character that the grammar does not allow ends the reply with an error 500, and a trigger that is
 * one token in the vocabulary is missed where other tokens spell it. So they are not used.
 */
export const gbnfDialect: GrammarDialect = {
  print: (grammar, budget) => printRules(grammar, new GbnfPrinter(budget)),
  maxCharacters: 200_000,
  hasTriggers: false,
};
