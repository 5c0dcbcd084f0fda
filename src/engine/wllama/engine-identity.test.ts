import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { ENGINE_IDENTITY } from "./engine-identity.ts";

it("has the version of the installed wllama", async () => {
  const manifest = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
  const { version } = ENGINE_IDENTITY;
  expect(JSON.parse(manifest)).toMatchObject({
    dependencies: { "@wllama/wllama": version, "@wllama/wllama-compat": version },
  });
});
