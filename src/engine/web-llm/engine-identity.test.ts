import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { ENGINE_IDENTITY } from "./engine-identity.ts";

describe("ENGINE_IDENTITY", () => {
  it("has the version of the installed web-llm", async () => {
    const manifest = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
    expect(JSON.parse(manifest)).toMatchObject({
      dependencies: { "@mlc-ai/web-llm": ENGINE_IDENTITY.version },
    });
  });
});
