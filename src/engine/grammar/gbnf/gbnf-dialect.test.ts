import { assert, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { CompileBudget, CompileBudgetError } from "../compile-budget.ts";
import {
  choice,
  DIGIT,
  EMPTY_STRING,
  type Expression,
  type Grammar,
  literal,
  optional,
  repetition,
  sequence,
} from "../ebnf/grammar.ts";
import { admitSchema } from "../testing/admit-schema.ts";
import { createMatcher, matchable } from "../testing/match.ts";
import { parseGbnf } from "../testing/parse-gbnf.ts";
import { randomSchema } from "../testing/random-schemas.ts";
import { seededRandom } from "../testing/random.ts";
import { createSampler } from "../testing/sample.ts";
import { schemas } from "../testing/schemas.ts";
import { gbnfDialect } from "./gbnf-dialect.ts";

function printed(grammar: Grammar): string {
  return gbnfDialect.print(grammar, new CompileBudget());
}

function print(root: Expression, rules: Readonly<Record<string, Expression>> = {}): string[] {
  return printed({ root, rules: new Map(Object.entries(rules)) }).split("\n");
}

function matcherOf(gbnf: string): (text: string) => boolean {
  return createMatcher({ kind: "rule", name: "root" }, parseGbnf(gbnf));
}

const rule = (name: string): Expression => ({ kind: "rule", name });
const letters: Expression = { kind: "character-class", ascii: [[0x61, 0x7a]], nonAscii: true };

describe("gbnfDialect", () => {
  it("prints the rules that the root reaches", () => {
    const rules = { r0: sequence(literal("a"), rule("r1")), r1: DIGIT, r2: literal("unused") };
    expect(print(rule("r0"), rules)).toEqual(["root ::= r0", 'r0 ::= "a" r1', "r1 ::= [0-9]"]);
  });

  it("escapes quotes, backslashes and control characters of literals, and nothing else", () => {
    expect(print(literal('a"\\\n\u0001f\u007fé-]日😀'))).toEqual([
      String.raw`root ::= "a\"\\\x0a\x01f\x7fé-]日😀"`,
    ]);
  });

  it("escapes all but letters and digits in classes, and names every character above U+007F", () => {
    const ascii = [
      [0x2d, 0x2d],
      [0x41, 0x5d],
    ] as const;
    expect(print({ kind: "character-class", ascii, nonAscii: false })).toEqual([
      String.raw`root ::= [\x2dA-\x5d]`,
    ]);
    expect(print(letters)).toEqual([String.raw`root ::= [a-z\x80-\ud7ff\ue000-\U0010ffff]`]);
  });

  it("joins the single characters of a choice to a class", () => {
    expect(
      print(choice(DIGIT, literal("é"), literal("😀"), literal("a"), rule("r0")), { r0: DIGIT }),
    ).toEqual([String.raw`root ::= ([0-9a\xe9\U0001f600] | r0)`, "r0 ::= [0-9]"]);
  });

  it("shares the prefixes of literals, but no half of a character", () => {
    expect(print(choice(...["one", "on", "only", "", "two", "two"].map(literal)))).toEqual([
      'root ::= ("" | "on" ("" | [e] | "ly") | "two")',
    ]);
    expect(print(choice(literal("a😀"), literal("a😁")))).toEqual([
      String.raw`root ::= "a" [\U0001f600-\U0001f601]`,
    ]);
  });

  it.each<[string, Expression, string]>([
    ["an option", optional(DIGIT), "[0-9]?"],
    ["any number", repetition(DIGIT, 0, Infinity), "[0-9]*"],
    ["one or more", repetition(DIGIT, 1, Infinity), "[0-9]+"],
    ["at least three", repetition(DIGIT, 3, Infinity), "[0-9]{3} [0-9]*"],
    ["a range", repetition(DIGIT, 2, 24), "[0-9]{2,24}"],
  ])("prints %s", (_, repeated, expected) => {
    expect(print(repeated)).toEqual([`root ::= ${expected}`]);
  });

  it("counts many repetitions in chunks, because llama.cpp drops a bound above 2,000", () => {
    expect(print(repetition(DIGIT, 0, 100))).toEqual(["root ::= h0{0,2} [0-9]{0,36}", "h0 ::= [0-9]{32}"]);
    expect(print(repetition(DIGIT, 2100, 2110))).toEqual([
      "root ::= h1{2} h0 [0-9]{20} [0-9]{0,10}",
      "h0 ::= [0-9]{32}",
      "h1 ::= h0{32}",
    ]);
    const [short, ...rules] = print(repetition(DIGIT, 1_000_000, Number.MAX_SAFE_INTEGER));
    expect(short?.length).toBeLessThan(300);
    expect(rules.length).toBeLessThan(20);
  });

  it.each([
    [0, 63],
    [0, 64],
    [63, 130],
    [64, 64],
    [100, 300],
  ])("counts from %i to %i", (min, max) => {
    const matches = matcherOf(printed({ root: repetition(literal("a"), min, max), rules: new Map() }));
    const counts = Array.from({ length: max + 40 }, (_, count) => count);
    expect(counts.filter((count) => matches("a".repeat(count)))).toEqual(
      counts.filter((count) => count >= min && count <= max),
    );
  });

  it("repeats nothing that may be empty, which llama.cpp refuses as left recursion", () => {
    const inner = sequence(optional(literal("ab")), repetition(DIGIT, 0, Infinity));
    expect(print(repetition(inner, 1, Infinity))).toEqual([
      "root ::= h0",
      'h0 ::= "" | [0-9] h1 | [a] h2',
      'h1 ::= "" | [0-9] h1 | [a] h2',
      "h2 ::= [b] h3",
      'h3 ::= "" | [0-9] h1 | [a] h2',
    ]);
    expect(print(sequence(literal("a"), repetition(EMPTY_STRING, 0, Infinity)))).toEqual([
      "root ::= h0",
      "h0 ::= [a]",
    ]);
  });

  it("makes rules of groups that are nested deeply", () => {
    const nested = Array.from({ length: 40 }).reduce<Expression>(
      (inner) => sequence(rule("r0"), choice(rule("r0"), inner)),
      DIGIT,
    );
    const lines = print(nested, { r0: DIGIT });
    const depths = lines.map((line) =>
      Math.max(...[...line.matchAll(/\(/g)].map((_, index) => index + 1), 0),
    );
    expect(Math.max(...depths)).toBeLessThanOrEqual(16);
    expect(lines.length).toBeGreaterThan(3);
  });

  it("spends the budget", () => {
    const long = choice(...Array.from({ length: 1_000 }, (_, index) => literal(`value ${index}`)));
    expect(() => gbnfDialect.print({ root: long, rules: new Map() }, new CompileBudget(10))).toThrow(
      CompileBudgetError,
    );
  });
});

/** Texts of the grammar, and texts that differ from them in one character. */
function* probes(grammar: Grammar, count: number): Generator<string> {
  const sample = createSampler(grammar);
  const random = seededRandom(1);
  for (let index = 0; index < count; index++) {
    const text = Array.from(sample(random)).slice(0, 200);
    yield text.join("");
    const at = Math.floor(random() * text.length);
    const changed = ["", "0", '"', "é", "x", text[at + 1] ?? "}"][index % 6] ?? "";
    yield text.toSpliced(at, index % 2, changed).join("");
  }
}

/** @returns the first text that only one of the two matches */
function difference(grammar: Grammar): string | undefined {
  const rules = new Map([...grammar.rules].map(([name, expression]) => [name, matchable(expression)]));
  const matches = createMatcher(matchable(grammar.root), rules);
  const matchesPrinted = matcherOf(printed(grammar));
  for (const text of probes(grammar, 12)) if (matches(text) !== matchesPrinted(text)) return text;
  return undefined;
}

describe("a grammar in GBNF", () => {
  it.each(Object.entries(schemas))("matches the same texts: %s", (_, schema) => {
    const { grammar } = admitSchema(schema);
    expect(grammar && difference(grammar)).toBeUndefined();
    expect(grammar).toBeDefined();
  });

  it("matches the same texts: random schemas", () => {
    let compared = 0;
    assert(
      property(randomSchema, (schema) => {
        const { grammar } = admitSchema(schema);
        if (grammar === undefined) return;
        expect(difference(grammar)).toBeUndefined();
        compared++;
      }),
      { numRuns: 100 },
    );
    expect(compared).toBeGreaterThan(15);
  });
});
