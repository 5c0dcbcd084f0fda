import { describe, expect, it } from "vitest";
import { checkFile } from "./imports.ts";
import type { ImportRule } from "./import-table.ts";

const table: Record<string, ImportRule> = {
  "server/": { code: ["openai/"], types: ["engine/engine.ts"], packages: ["zod/mini"] },
  "openai/": { packages: ["zod"] },
  "engine/": { code: ["openai/"] },
  "engine/web-llm/": { code: ["engine/"], packages: ["@mlc-ai/web-llm"] },
};
const check = (file: string, source: string) => checkFile(file, source, table);

describe("the import rules", () => {
  it.each([
    ["server/a.ts", 'import { z } from "zod/mini";'],
    ["server/a.ts", 'import { b } from "./deep/b.ts";'],
    ["server/deep/a.ts", 'import { b } from "../../openai/b.ts";'],
    ["server/a.ts", 'import type { Engine } from "../engine/engine.ts";'],
    ["server/a.ts", 'import { type Engine } from "../engine/engine.ts";'],
    ["server/a.ts", 'export type { Engine } from "../engine/engine.ts";'],
    ["server/a.ts", '// import "node:fs";\nconst text = "import x from \'node:fs\'";'],
    ["openai/a.ts", 'import { z } from "zod/v4";'],
    ["engine/web-llm/a.ts", 'import { b } from "../b.ts"; import * as webllm from "@mlc-ai/web-llm";'],
    ["server/a.test.ts", 'import { it } from "vitest"; import "../anything/at-all.ts";'],
    ["server/testing/a.ts", 'import { it } from "vitest";'],
  ])("let %s say %s", (file, source) => {
    expect(check(file, source)).toEqual([]);
  });

  it.each([
    ["server/a.ts", 'import { z } from "zod";', '"zod"'],
    ["server/a.ts", 'import { z } from "zod/minimal";', '"zod/minimal"'],
    ["server/a.ts", 'import "node:fs";', '"node:fs"'],
    ["server/a.ts", 'import { x } from "../engine/engine.ts";', '"../engine/engine.ts"'],
    ["server/a.ts", 'import { type X, y } from "../engine/engine.ts";', '"../engine/engine.ts"'],
    ["server/a.ts", 'import type { X } from "../engine/other.ts";', 'types of "../engine/other.ts"'],
    ["server/a.ts", 'export * from "../engine/engine.ts";', '"../engine/engine.ts"'],
    ["server/a.ts", 'const late = await import("../engine/engine.ts");', '"../engine/engine.ts"'],
    ["server/a.ts", "const any = await import(name);", '"name"'],
    ["server/a.ts", 'import { fake } from "./testing/fake.ts";', '"./testing/fake.ts"'],
    ["openai/a.ts", 'import { b } from "../server/b.ts";', '"../server/b.ts"'],
    ["engine/a.ts", 'import * as webllm from "@mlc-ai/web-llm";', '"@mlc-ai/web-llm"'],
    ["engine/a.ts", 'import { x } from "./web-llm/x.ts";', '"./web-llm/x.ts"'],
    ["engine/a.tsx", 'import p from "preact"; const a = <b>{p}</b>;', '"preact"'],
  ])("keep %s from saying %s", (file, source, named) => {
    expect(check(file, source)).toEqual([expect.stringContaining(`src/${file} may not import ${named}: `)]);
  });

  it("want every file in a room", () => {
    expect(check("misc/a.ts", "")).toEqual(["src/misc/a.ts is in no room of cli/check/import-table.ts"]);
  });
});
