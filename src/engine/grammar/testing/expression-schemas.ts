/** Recursive unions as pydantic and zod write them: told apart by a constant. */
import type { JsonSchema } from "../schema/json-schema-keywords.ts";

type SchemaRecord = Exclude<JsonSchema, boolean>;

const operand = { $ref: "#/$defs/Expr" };

function model(title: string, properties: SchemaRecord, required: readonly string[]): SchemaRecord {
  return { title, type: "object", properties, required };
}

/** With a default, a field is not required: so pydantic has it. */
const tag = (name: string) => ({ kind: { const: name, default: name, title: "Kind", type: "string" } });

function withExpressions(definitions: SchemaRecord): SchemaRecord {
  const names = Object.keys(definitions);
  const mapping = Object.fromEntries(names.map((name) => [name.toLowerCase(), `#/$defs/${name}`]));
  return {
    type: "object",
    properties: { expr: operand },
    required: ["expr"],
    $defs: {
      ...definitions,
      Expr: {
        oneOf: names.map((name) => ({ $ref: `#/$defs/${name}` })),
        discriminator: { propertyName: "kind", mapping },
      },
    },
  };
}

/** `kind` has a default and is not required. */
export const taggedExpressions: SchemaRecord = withExpressions({
  Add: model("Add", { ...tag("add"), left: operand, right: operand }, ["left", "right"]),
  Sub: model("Sub", { ...tag("sub"), left: operand, right: operand }, ["left", "right"]),
  Num: model("Num", { ...tag("num"), value: { type: "integer" } }, ["value"]),
});

/** `op` is required, as zod has it. */
export const operatorExpressions: SchemaRecord = withExpressions({
  Neg: model("Neg", { op: { const: "neg" }, arg: operand }, ["arg", "op"]),
  Abs: model("Abs", { op: { const: "abs" }, arg: operand }, ["arg", "op"]),
  Num: model("Num", { op: { const: "num" }, arg: { type: "integer" } }, ["arg", "op"]),
});

/** Nothing tells an addition from a subtraction. */
export const ambiguousExpressions: SchemaRecord = withExpressions({
  Add: model("Add", { left: operand, right: operand }, ["left", "right"]),
  Sub: model("Sub", { left: operand, right: operand }, ["left", "right"]),
  Num: model("Num", { value: { type: "integer" } }, ["value"]),
});

/** As many as fit into the largest document. */
export const manyConstants: SchemaRecord = {
  type: "object",
  properties: { n: { oneOf: Array.from({ length: 4_000 }, (_, index) => ({ const: index })) } },
  required: ["n"],
};
