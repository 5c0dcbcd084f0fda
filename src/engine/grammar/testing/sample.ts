import type { Expression, Grammar } from "../ebnf/grammar.ts";

/** After so many steps a text comes to its end by the shortest way. */
const STEPS_AT_RANDOM = 300;

/**
 * Writes texts of the grammar, chosen by `random` (0 to 1, like `Math.random`). Every rule of the grammar must
 * be able to end.
 */
export function createSampler({ root, rules }: Grammar): (random: () => number) => string {
  const sizes = new Map<string, number>();
  /** The least number of steps that the expression takes. */
  const size = (expression: Expression): number => {
    switch (expression.kind) {
      case "text":
      case "character":
        return 1;
      case "sequence":
        return expression.items.reduce((sum, item) => sum + size(item), 1);
      case "choice":
        return 1 + Math.min(...expression.options.map(size));
      case "repeat":
        return expression.min === 0 ? 1 : 1 + expression.min * size(expression.item);
      case "rule":
        return 1 + (sizes.get(expression.name) ?? Infinity);
    }
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const [name, expression] of rules) {
      const least = size(expression);
      changed ||= least < (sizes.get(name) ?? Infinity);
      sizes.set(name, least);
    }
  }

  return (random) => {
    let steps = 0;
    const pick = (count: number) => Math.min(count - 1, Math.floor(random() * count));
    const write = (expression: Expression): string => {
      steps++;
      const isEnding = steps > STEPS_AT_RANDOM;
      switch (expression.kind) {
        case "text":
          return expression.text;
        case "character": {
          const { ascii, wide } = expression;
          if (wide && random() < 0.2) return ["é", "日", "😀", "\u00a0", "\u2028"][pick(5)] ?? "";
          const [first, last] = ascii[pick(ascii.length)] ?? [0x20, 0x20];
          return String.fromCodePoint(first + pick(last - first + 1));
        }
        case "sequence":
          return expression.items.map(write).join("");
        case "choice": {
          const { options } = expression;
          const [shortest] = options.toSorted((a, b) => size(a) - size(b));
          return write((isEnding ? shortest : options[pick(options.length)]) ?? expression);
        }
        case "repeat": {
          const most = isEnding ? expression.min : Math.min(expression.max, expression.min + 4);
          const times = expression.min + pick(most - expression.min + 1);
          return Array.from({ length: times }, () => write(expression.item)).join("");
        }
        case "rule":
          return write(rules.get(expression.name) ?? { kind: "text", text: "" });
      }
    };
    return write(root);
  };
}
