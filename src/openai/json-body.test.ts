import { describe, expect, it } from "vitest";
import { MAX_NESTING_DEPTH, MAX_VALUES, parseJsonBody } from "./json-body.ts";
import { runAtOnce } from "./testing/run-at-once.ts";

const parse = (text: string) => runAtOnce(parseJsonBody(new TextEncoder().encode(text)));
const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

describe("parseJsonBody", () => {
  it("parses an object, with or without a byte order mark", () => {
    expect(parse('{"a":"é😀"}')).toEqual({ a: "é😀" });
    expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it.each(["", "{", "{'a':1}", '{"a":1}x', "undefined"])("refuses text that is not JSON: %s", (text) => {
    expect(() => parse(text)).toThrow("The body could not be parsed: it must be JSON in UTF-8.");
  });

  it("refuses bytes that are not UTF-8", () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('{"a":"'), 0xff, 0x22, 0x7d]);
    expect(() => runAtOnce(parseJsonBody(bytes))).toThrow("UTF-8");
  });

  it.each(["[]", "null", "7", '"text"'])("refuses JSON that is not an object: %s", (text) => {
    expect(() => parse(text)).toThrow("The body must be a JSON object.");
  });

  it("bounds the nesting, and ignores brackets in strings", () => {
    expect(parse(nested(MAX_NESTING_DEPTH))).toHaveProperty("a");
    expect(() => parse(nested(MAX_NESTING_DEPTH + 1))).toThrow("nested deeper than 128");
    expect(() => parse("[".repeat(1_000_000))).toThrow("nested deeper than 128");
    const text = `\\" ${"[{".repeat(200)}`;
    expect(parse(JSON.stringify({ a: text, [text]: 1 }))).toEqual({ a: text, [text]: 1 });
  });

  it("bounds the number of values", () => {
    const zeros = (count: number) => `{"a":[${"0,".repeat(count - 1)}0]}`;
    expect(parse(zeros(MAX_VALUES - 10))).toHaveProperty("a");
    expect(() => parse(zeros(MAX_VALUES + 10))).toThrow("more than 250000 values");
    expect(() => parse(`{"a":[${"{},".repeat(MAX_VALUES / 2)}0]}`)).toThrow("more than 250000 values");
    expect(parse(JSON.stringify({ a: ",".repeat(MAX_VALUES + 1) }))).toHaveProperty("a");
  });
});
