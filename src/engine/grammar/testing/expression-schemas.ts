/** Recursive unions of arithmetic expressions, as pydantic and zod emit them. */
import type { JsonSchemaObject } from "../schema/json-schema.ts";

const operand = { $ref: "#/$defs/Expr" };

function model(title: string, properties: JsonSchemaObject, required: readonly string[]): JsonSchemaObject {
  return { title, type: "object", properties, required };
}

/** A tag with a default, which pydantic does not require. */
const tag = (name: string) => ({ kind: { const: name, default: name, title: "Kind", type: "string" } });

function withExpressions(definitions: JsonSchemaObject): JsonSchemaObject {
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

/** Distinguished by a `kind` that is not required, as pydantic has it. */
export const taggedExpressions: JsonSchemaObject = withExpressions({
  Add: model("Add", { ...tag("add"), left: operand, right: operand }, ["left", "right"]),
  Sub: model("Sub", { ...tag("sub"), left: operand, right: operand }, ["left", "right"]),
  Num: model("Num", { ...tag("num"), value: { type: "integer" } }, ["value"]),
});

/** Distinguished by a required `op`, as zod has it. */
export const operatorExpressions: JsonSchemaObject = withExpressions({
  Neg: model("Neg", { op: { const: "neg" }, arg: operand }, ["arg", "op"]),
  Abs: model("Abs", { op: { const: "abs" }, arg: operand }, ["arg", "op"]),
  Num: model("Num", { op: { const: "num" }, arg: { type: "integer" } }, ["arg", "op"]),
});

/** An addition has the same properties as a subtraction. */
export const ambiguousExpressions: JsonSchemaObject = withExpressions({
  Add: model("Add", { left: operand, right: operand }, ["left", "right"]),
  Sub: model("Sub", { left: operand, right: operand }, ["left", "right"]),
  Num: model("Num", { value: { type: "integer" } }, ["value"]),
});

/** As many constants as fit into the largest document. */
export const manyConstants: JsonSchemaObject = {
  type: "object",
  properties: { n: { oneOf: Array.from({ length: 4_000 }, (_, index) => ({ const: index })) } },
  required: ["n"],
};
