import { expect, it } from "vitest";
import { circlesAmong } from "./circles.ts";
import { importsOf } from "./imports-of.ts";

const circlesOf = (sources: Readonly<Record<string, string>>) =>
  circlesAmong(new Map(Object.entries(sources).map(([file, source]) => [file, importsOf(file, source)])));

it("finds a circle through several folders", () => {
  const circles = circlesOf({
    "a.ts": 'import { b } from "./deep/b.ts"; import "zod";',
    "deep/b.ts": 'export * from "../deep/c.ts";',
    "deep/c.ts": 'import { a } from "../a.ts";',
    "d.ts": 'import "./a.ts";',
  });
  expect(circles).toEqual([["a.ts", "deep/b.ts", "deep/c.ts"]]);
});

it.each([
  ["types", 'import type { A } from "./a.ts";'],
  ["dynamic imports", 'const a = () => import("./a.ts");'],
  ["workers", 'import url from "./a.ts?worker&url";'],
])("counts %s", (_, source) => {
  expect(circlesOf({ "a.ts": 'import "./b.ts";', "b.ts": source })).toEqual([["a.ts", "b.ts"]]);
});

it("finds a module that imports itself, and each circle of two that share a module", () => {
  expect(circlesOf({ "a.ts": 'import "./a.ts";' })).toEqual([["a.ts"]]);
  const shared = { "a.ts": 'import "./b.ts"; import "./c.ts";', "b.ts": 'import "./a.ts";' };
  expect(circlesOf({ ...shared, "c.ts": 'import "./a.ts";' })).toEqual([
    ["a.ts", "b.ts"],
    ["a.ts", "c.ts"],
  ]);
});

it("takes two ways to one module for no circle", () => {
  const sources = { "a.ts": 'import "./b.ts"; import "./c.ts";', "b.ts": 'import "./c.ts";', "c.ts": "" };
  expect(circlesOf(sources)).toEqual([]);
});
