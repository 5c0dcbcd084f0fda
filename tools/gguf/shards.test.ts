import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { MadeParameter } from "./parameters.ts";
import { writeShards } from "./shards.ts";
import { temporaryFolder } from "./test-gguf.ts";

const cacheSchema = z.object({
  metadata: z.unknown(),
  records: z.array(z.looseObject({ records: z.array(z.looseObject({ name: z.string() })) })),
});

/** One parameter for each size in bytes, filled with its index. */
async function* parameters(...sizes: number[]): AsyncGenerator<MadeParameter> {
  for (const [index, size] of sizes.entries()) {
    const bytes = new Uint8Array(size).fill(index);
    yield { name: `p${index}`, shape: [size / 4], dtype: "float32", bytes };
  }
}

async function written(sizes: number[], shardBytes: number) {
  const folder = temporaryFolder();
  const files = await writeShards(parameters(...sizes), folder, "resolve/main/", shardBytes);
  const read = (name: string) => readFileSync(join(folder, "resolve/main", name));
  const cache = cacheSchema.parse(JSON.parse(read("tensor-cache.json").toString()));
  return { files, read, cache };
}

describe("writeShards", () => {
  it("begins a shard where the next parameter does not fit, and not before", async () => {
    const { files, cache } = await written([8, 8, 4, 16, 4, 24, 4], 16);
    expect(files.slice(0, -1).map(({ bytes }) => bytes)).toEqual([16, 4, 16, 4, 24, 4]);
    const names = cache.records.map(({ records }) => records.map(({ name }) => name).join(" "));
    expect(names).toEqual(["p0 p1", "p2", "p3", "p4", "p5", "p6"]);
  });

  it("records where each parameter is", async () => {
    const { read, cache } = await written([8, 4, 12], 16);
    expect(cache.metadata).toEqual({ ParamSize: 3, ParamBytes: 24 });
    expect(cache.records[0]).toEqual({
      dataPath: "params_shard_0.bin",
      format: "raw-shard",
      nbytes: 12,
      md5sum: createHash("md5").update(read("params_shard_0.bin")).digest("hex"),
      records: [
        { name: "p0", shape: [2], dtype: "float32", format: "raw", nbytes: 8, byteOffset: 0 },
        { name: "p1", shape: [1], dtype: "float32", format: "raw", nbytes: 4, byteOffset: 8 },
      ],
    });
    expect([...read("params_shard_0.bin")]).toEqual([...Array(8).fill(0), ...Array(4).fill(1)]);
  });

  it("returns every file with its length and SHA-256 sum", async () => {
    const { files, read } = await written([8, 16], 16);
    const names = ["params_shard_0.bin", "params_shard_1.bin", "tensor-cache.json"];
    const expected = names.map((name) => ({
      path: `resolve/main/${name}`,
      bytes: read(name).length,
      sha256: createHash("sha256").update(read(name)).digest("hex"),
    }));
    expect(files).toEqual(expected);
  });
});
