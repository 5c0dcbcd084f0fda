import { expect, it } from "vitest";
import { JsonObjectScanner } from "./json-object-scanner.ts";

it("finds the end of an object in text that comes in pieces", () => {
  const scanner = new JsonObjectScanner();
  expect(scanner.scan('{"a": "}')).toBe(8);
  expect(scanner.isComplete).toBe(false);
  expect(scanner.scan('"}}\n')).toBe(2);
  expect(scanner.isComplete).toBe(true);
  expect(scanner.scan("}")).toBe(0);
});

it("skips escaped quotes and nested objects", () => {
  const text = String.raw`{"a\"}": {"b": "\\"}}`;
  expect(new JsonObjectScanner().scan(`${text}}`)).toBe(text.length);
});
