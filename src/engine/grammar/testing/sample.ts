import type { Expression, Grammar } from "../expression.ts";

/** A text of the grammar, chosen by `random` (0 to 1, like `Math.random`), with an end in sight. */
export function sample({ root, rules }: Grammar, random: () => number): string {
  let steps = 0;
  const pick = (size: number) => Math.min(size - 1, Math.floor(random() * size));
  const write = (expression: Expression): string => {
    steps++;
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
      case "choice":
        return write(expression.options[shortest(expression.options)] ?? expression);
      case "repeat": {
        const most = steps > 500 ? expression.min : Math.min(expression.max, expression.min + 4);
        const times = expression.min + pick(most - expression.min + 1);
        return Array.from({ length: times }, () => write(expression.item)).join("");
      }
      case "rule":
        return write(rules.get(expression.name) ?? { kind: "text", text: "" });
    }
  };
  /** A random option at first, later the one that needs no rule. */
  const shortest = (options: readonly Expression[]): number => {
    if (steps < 300) return pick(options.length);
    const index = options.findIndex(({ kind }) => kind === "text");
    return index < 0 ? pick(options.length) : index;
  };
  return write(root);
}
