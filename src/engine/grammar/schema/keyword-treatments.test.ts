import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { KEYWORD_TREATMENTS } from "./keyword-treatments.ts";

it("matches the table in docs/json-schema.md", async () => {
  const text = await readFile(new URL("../../../../docs/json-schema.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `(.+?)` \| (\w+) \|/gm)].map(([, keyword, kind]) => [keyword, kind]);
  expect(rows).toEqual(Object.entries(KEYWORD_TREATMENTS).map(([keyword, { kind }]) => [keyword, kind]));
});
