import { describe, expect, it } from "vitest";
import { CompileBudget } from "../compile-budget.ts";
import type { JsonSchema } from "./json-schema.ts";
import { SchemaDocument } from "./schema-document.ts";

const open = (root: JsonSchema) => new SchemaDocument(root, new CompileBudget());

describe("SchemaDocument", () => {
  it("gives values that are equal in JSON one id", () => {
    const document = open(true);
    const [a, b] = ['{"a":1,"b":[{"c":2.0}]}', '{"b":[{"c":2}],"a":1.0}'].map((text) => JSON.parse(text));
    expect(document.valueId(a)).toBe(document.valueId(b));
    expect(document.valueId(a)).not.toBe(document.valueId({ ...a, b: [] }));
    expect(document.valueId("#0")).not.toBe(document.valueId(a));
  });

  it("distinguishes schemas by the order of their properties", () => {
    const document = open(true);
    expect(document.schemaId({ properties: { a: {}, b: {} } })).not.toBe(
      document.schemaId({ properties: { b: {}, a: {} } }),
    );
  });

  it("resolves JSON pointers with escapes", () => {
    const target = { title: "target" };
    const document = open({ $defs: { "a/b~c d": target, list: [false, target] } });
    expect(document.resolve("#/$defs/a~1b~0c%20d")).toBe(target);
    expect(document.resolve("#/$defs/list/1")).toBe(target);
    expect(document.resolve("#")).toBe(document.root);
  });

  it.each([
    ["#/$defs/missing", "a schema in the same document"],
    ["#/$defs/toString", "a schema in the same document"],
    ["#name", "not an anchor"],
    ["other.json#/a", "into the same schema"],
    ["#/%", "'%' escapes"],
  ])("refuses the reference %s", (reference, message) => {
    expect(() => open({ $defs: {} }).resolve(reference)).toThrow(message);
  });

  it("gives the path of the schema that is being compiled", () => {
    const inner = {};
    const document = open({ properties: { "a b": { anyOf: [true, inner] } } });
    expect(document.currentPath()).toBe("");
    const outer = document.enter(inner);
    expect(document.currentPath()).toBe('.properties["a b"].anyOf[1]');
    document.enter({ allOf: [inner] });
    expect(document.currentPath()).toBe('.properties["a b"].anyOf[1]');
    document.enter(outer);
    expect(document.currentPath()).toBe("");
  });

  it("measures the document as compact JSON", () => {
    const fitting = { enum: ["x".repeat(65_536 - '{"enum":[""]}'.length)] };
    expect(() => open(fitting)).not.toThrow();
    expect(() => open({ enum: [`${fitting.enum[0]}x`] })).toThrow("65536 characters");
  });
});
