import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blobSource, readGguf } from "../../src/gguf/gguf.ts";
import { temporaryFolder, writeTestFile } from "./test-gguf.ts";
import { modelGguf } from "./test-model.ts";
import { makeWllamaFiles } from "./wllama-files.ts";

async function make(partBytes?: number) {
  const outDir = temporaryFolder();
  const gguf = writeTestFile("Tiny.Q4_1.gguf", modelGguf());
  const files = await makeWllamaFiles({ gguf, outDir, ...(partBytes !== undefined && { partBytes }) });
  return { files, parts: files.map(({ path }) => readFileSync(join(outDir, path))) };
}

it("writes the header, then parts of one size, which together are one GGUF file", async () => {
  const whole = (await make()).parts;
  expect(whole).toHaveLength(2);
  const { files, parts } = await make(10_000);
  expect(Buffer.concat(parts)).toEqual(Buffer.concat(whole));
  const [header = 0, ...sizes] = files.map(({ bytes }) => bytes);
  expect(sizes.slice(0, -1).every((bytes) => bytes === 10_000)).toBe(true);
  expect(sizes.at(-1)).toBeLessThanOrEqual(10_000);
  const { located, dataOffset } = await readGguf(
    blobSource(new Blob(parts.map((part) => Uint8Array.from(part)))),
  );
  expect(dataOffset).toBe(header);
  expect(located.get("blk.0.attn_q.weight")?.type).toBe("Q5_1");
});

it("returns each part with its length and SHA-256 sum", async () => {
  const { files, parts } = await make(20_000);
  expect(files).toEqual(
    parts.map((part, index) => ({
      path: `gguf/Tiny.Q5_1.gguf.part${index + 1}`,
      bytes: part.length,
      sha256: createHash("sha256").update(part).digest("hex"),
    })),
  );
});

it("names the file that is none", async () => {
  const gguf = writeTestFile("model.gguf", "<html>…");
  await expect(makeWllamaFiles({ gguf, outDir: temporaryFolder() })).rejects.toThrow(
    `${gguf} is not a GGUF file`,
  );
});
