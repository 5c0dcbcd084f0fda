import type { Expression, Grammar } from "../ebnf/grammar.ts";

/** After this many expressions, a text takes the shortest way to its end. */
const MAX_RANDOM_STEPS = 300;

const NON_ASCII_SAMPLES = ["é", "日", "😀", "\u00a0", "\u2028"];

/**
 * Returns a function that derives random texts from the grammar. Every rule has to be productive.
 *
 * The function's `random` returns numbers from 0 to 1, like `Math.random`.
 */
export function createSampler({ root, rules }: Grammar): (random: () => number) => string {
  const minSize = measureExpressions({ root, rules });
  return (random) => {
    let steps = 0;
    const pick = (count: number) => Math.min(count - 1, Math.floor(random() * count));
    const derive = (expression: Expression): string => {
      steps++;
      const isEnding = steps > MAX_RANDOM_STEPS;
      switch (expression.kind) {
        case "literal":
          return expression.text;
        case "character-class": {
          const { ascii, nonAscii } = expression;
          if (nonAscii && random() < 0.2) return NON_ASCII_SAMPLES[pick(NON_ASCII_SAMPLES.length)] ?? "";
          const [first, last] = ascii[pick(ascii.length)] ?? [0x20, 0x20];
          return String.fromCodePoint(first + pick(last - first + 1));
        }
        case "sequence":
          return expression.items.map(derive).join("");
        case "choice": {
          const { alternatives } = expression;
          const [shortest] = alternatives.toSorted((a, b) => minSize(a) - minSize(b));
          return derive((isEnding ? shortest : alternatives[pick(alternatives.length)]) ?? expression);
        }
        case "repetition": {
          const max = isEnding ? expression.min : Math.min(expression.max, expression.min + 4);
          const times = expression.min + pick(max - expression.min + 1);
          return Array.from({ length: times }, () => derive(expression.item)).join("");
        }
        case "rule":
          return derive(rules.get(expression.name) ?? { kind: "literal", text: "" });
      }
    };
    return derive(root);
  };
}

/**
 * Returns a function that gives the smallest number of steps in which a text of an expression can be derived.
 */
function measureExpressions({ rules }: Grammar): (expression: Expression) => number {
  const minSizes = new Map<string, number>();
  const minSize = (expression: Expression): number => {
    switch (expression.kind) {
      case "literal":
      case "character-class":
        return 1;
      case "sequence":
        return expression.items.reduce((sum, item) => sum + minSize(item), 1);
      case "choice":
        return 1 + Math.min(...expression.alternatives.map(minSize));
      case "repetition":
        return expression.min === 0 ? 1 : 1 + expression.min * minSize(expression.item);
      case "rule":
        return 1 + (minSizes.get(expression.name) ?? Infinity);
    }
  };
  // Recursive rules shrink each other's sizes until none changes any more.
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const [name, expression] of rules) {
      const size = minSize(expression);
      hasChanged ||= size < (minSizes.get(name) ?? Infinity);
      minSizes.set(name, size);
    }
  }
  return minSize;
}
