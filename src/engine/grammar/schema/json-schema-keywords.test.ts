import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { KEYWORD_TREATMENTS } from "./json-schema-keywords.ts";

it("is the table of the documentation", async () => {
  const text = await readFile(new URL("../../../../docs/json-schema.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `(.+?)` \| (\w+) \|/gm)].map(([, keyword, kind]) => [keyword, kind]);
  expect(rows).toEqual(Object.entries(KEYWORD_TREATMENTS).map(([keyword, { kind }]) => [keyword, kind]));
});
