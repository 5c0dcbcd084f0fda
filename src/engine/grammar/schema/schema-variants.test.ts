import { describe, expect, it } from "vitest";
import { CompileBudget } from "../compile-budget.ts";
import type { JsonSchema } from "./json-schema.ts";
import { SchemaDocument } from "./schema-document.ts";
import { createVariantExpander } from "./schema-variants.ts";

function generated(schema: JsonSchema) {
  const expandVariants = createVariantExpander(new SchemaDocument(schema, new CompileBudget()));
  return expandVariants(schema).map((variant) => variant.generated);
}

describe("expanding a schema into variants", () => {
  it("joins the parts of allOf", () => {
    const parts = [
      { minimum: 1, maximum: 9 },
      { type: "number", minimum: 3 },
    ];
    expect(generated({ allOf: parts })).toEqual([{ type: ["number"], minimum: 3, maximum: 9 }]);
  });

  it("multiplies combinations out", () => {
    const [a, b, c, d] = [{ minimum: 1 }, { minimum: 2 }, { maximum: 3 }, { maximum: 4 }];
    expect(generated({ anyOf: [a, b], allOf: [{ anyOf: [c, d] }] })).toEqual([
      { ...c, ...a },
      { ...c, ...b },
      { ...d, ...a },
      { ...d, ...b },
    ]);
  });

  it("joins constants into one variant", () => {
    expect(generated({ anyOf: [{ const: 1 }, { type: "string" }, { enum: [2, 3] }] })).toEqual([
      { enum: [1, 2, 3] },
      { type: ["string"] },
    ]);
  });

  it("lets each branch of oneOf do without the property that the other requires", () => {
    const branch = (name: string) => ({ type: "object", required: [name] });
    expect(generated({ oneOf: [{ const: 3 }, { type: "string" }, branch("a"), branch("b")] })).toEqual([
      { enum: [3] },
      { type: ["string"] },
      { type: ["object"], required: ["a"], properties: { b: false } },
      { type: ["object"], required: ["b"], properties: { a: false } },
    ]);
  });

  it("requires the property whose constants tell the branches of oneOf apart", () => {
    const branch = (kind: string) => ({ type: "object", properties: { kind: { const: kind } } });
    expect(generated({ oneOf: [branch("a"), branch("b")] })).toEqual([
      { type: ["object"], properties: { kind: { const: "a" } }, required: ["kind"] },
      { type: ["object"], properties: { kind: { const: "b" } }, required: ["kind"] },
    ]);
  });

  it("keeps the parts of recursive allOf finite", () => {
    const node = { properties: { next: { $ref: "#" } } };
    expect(generated({ allOf: [node, node] })).toEqual([node]);
  });

  it("reads tuples of older drafts", () => {
    expect(generated({ items: [{ type: "null" }], additionalItems: false })).toEqual([
      { prefixItems: [{ type: "null" }], items: false },
    ]);
  });
});
