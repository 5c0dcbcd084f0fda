import { expect, it } from "vitest";
import { asExpression, docExamples } from "./doc-examples.ts";

const SOURCE = `
/** Without an example. */
interface Api {
  /**
   * Make one.
   *
   * @example
   * \`\`\`ts
   * import make, { type } from "/make.js";
   * import { other } from "/other.js";
   *
   * if (other) {
   *   await make();
   * }
   * \`\`\`
   */
  make(): void;
  /** None. */
  readonly none?: string;
}`;

it("finds the examples by the name of what they document", () => {
  const examples = docExamples(SOURCE);
  expect([...examples.keys()]).toEqual(["make"]);
  expect(examples.get("make")).toContain("if (other) {\n  await make();\n}");
});

it("turns imports into dynamic ones", () => {
  const expression = asExpression('import Sdk from "/sdk.js";\nimport { a, b } from "/entry.js";\na();');
  expect(expression).toBe(`(async () => {
const { default: Sdk } = await import(new URL("sdk.js", document.baseURI).href);
const { a, b } = await import(new URL("entry.js", document.baseURI).href);
a();
})()`);
});
