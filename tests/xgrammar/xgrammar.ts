/**
 * xgrammar, the grammar engine for constrained replies, as bundled in web-llm. web-llm does not export it, and the
 * original package cannot be loaded in Node, so this file cuts it out of web-llm's bundle.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import type { MarkedTokenizer } from "../../src/engine/tokenizer/marked-tokenizer.ts";

interface Disposable {
  dispose(): void;
}

/** Matches a text against a grammar, token by token. */
export interface GrammarMatcher extends Disposable {
  acceptToken(id: number): boolean;
  /** One bit per token: set if the token may come next. */
  getNextTokenBitmask(): Promise<Int32Array>;
}

interface GrammarCompiler extends Disposable {
  compileGrammar(ebnf: string): Promise<Disposable>;
  compileStructuralTag(tag: object): Promise<Disposable>;
}

export interface Xgrammar {
  readonly TokenizerInfo: {
    createTokenizerInfo(
      tokens: readonly string[],
      vocabularyType: "byte_level" | "byte_fallback",
      prependsSpace: boolean,
      vocabularySize: number,
      stopTokenIds: readonly number[],
    ): Promise<Disposable>;
  };
  readonly GrammarCompiler: {
    createGrammarCompiler(tokenizer: Disposable, isCached: boolean): Promise<GrammarCompiler>;
  };
  readonly GrammarMatcher: { createGrammarMatcher(grammar: Disposable): Promise<GrammarMatcher> };
}

/** A new instance, because one that failed may have corrupt memory. */
export function loadXgrammar(): Xgrammar {
  const bundle = readFileSync(fileURLToPath(import.meta.resolve("@mlc-ai/web-llm")), "utf8");
  const inside = bundle.indexOf("class GrammarCompiler {");
  const start = bundle.lastIndexOf("\nvar ", bundle.lastIndexOf(" = {exports: {}};", inside));
  const end = bundle.indexOf("\nvar libExports", inside);
  const [, load] = /= (requireLib[$\d]*)\(\);/.exec(bundle.slice(end, end + 100)) ?? [];
  if (inside < 0 || start < 0 || load === undefined)
    throw new Error("xgrammar is not at the expected place in web-llm's bundle.");
  // The global scope of a worker, where web-llm runs too.
  const context = createContext({
    atob,
    performance,
    TextDecoder,
    URL,
    WebAssembly,
    console: { ...console, error: () => {}, warn: () => {} },
    importScripts: () => {},
    self: { location: new URL("http://localhost/") },
  });
  return runInContext(`(() => {${bundle.slice(start, end)}\nreturn ${load}();})()`, context);
}

/** Tokens of a byte-level tokenizer by id, as web-llm reads them from its own tokenizer. */
export function tokenTable({ json }: MarkedTokenizer): string[] {
  const { model, added_tokens } = JSON.parse(JSON.stringify(json));
  const table: string[] = [];
  for (const [token, id] of Object.entries<number>(model.vocab)) table[id] = token;
  for (const { id, content } of added_tokens) table[id] = content;
  return Array.from(table, (token) => token ?? "");
}
