/**
 * The grammar engine that decodes constrained replies: web-llm's own copy of xgrammar. web-llm does not export
 * it, and the package that it comes from cannot be loaded in Node, so it is cut out of web-llm's bundle.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import type { MarkedTokenizer } from "../../src/engine/web-llm/marked-tokenizer.ts";

interface Disposable {
  dispose(): void;
}

/** Holds a text to a grammar, token by token. */
export interface GrammarMatcher extends Disposable {
  acceptToken(id: number): boolean;
  /** One bit a token: whether it may come next. */
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

/** A new instance: one that failed may have lost its memory. */
export function loadXgrammar(): Xgrammar {
  const bundle = readFileSync(fileURLToPath(import.meta.resolve("@mlc-ai/web-llm")), "utf8");
  const inside = bundle.indexOf("class GrammarCompiler {");
  const start = bundle.lastIndexOf("\nvar ", bundle.lastIndexOf(" = {exports: {}};", inside));
  const end = bundle.indexOf("\nvar libExports", inside);
  const [, load] = /= (requireLib[$\d]*)\(\);/.exec(bundle.slice(end, end + 100)) ?? [];
  if (inside < 0 || start < 0 || load === undefined)
    throw new Error("web-llm's bundle holds xgrammar elsewhere");
  // It looks like a worker, where web-llm runs too.
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

/** The tokens of a byte-level tokenizer by their ids, as web-llm asks its own tokenizer for them. */
export function tokenTable({ json }: MarkedTokenizer): string[] {
  const { model, added_tokens } = JSON.parse(JSON.stringify(json));
  const table: string[] = [];
  for (const [token, id] of Object.entries<number>(model.vocab)) table[id] = token;
  for (const { id, content } of added_tokens) table[id] = content;
  return Array.from(table, (token) => token ?? "");
}
