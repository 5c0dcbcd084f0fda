import { describe, expect, it } from "vitest";
import { halfValue } from "../../tools/gguf/halves.ts";
import { randomQ4 } from "../../tools/gguf/test-matrices.ts";
import { MODEL, modelGguf } from "../../tools/gguf/test-model.ts";
import { concatenate } from "../util/concatenate.ts";
import { blobSource, readGguf } from "./gguf.ts";
import { q5FromQ4 } from "./q5-1.ts";
import { reencodeAsQ5 } from "./reencode.ts";

/** The numbers of Q5_1 blocks, as llama.cpp's `dequantize_row_q5_1` computes them. */
function q5Values(blocks: Uint8Array): number[] {
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);
  return Array.from({ length: (blocks.length / 24) * 32 }, (_, index) => {
    const block = Math.floor(index / 32) * 24;
    const weight = index % 32;
    const byte = view.getUint8(block + 8 + (weight % 16));
    const nibble = weight < 16 ? byte & 15 : byte >> 4;
    const fifth = (view.getUint32(block + 4, true) >>> weight) & 1;
    const scale = halfValue(view.getUint16(block, true));
    return (nibble | (fifth << 4)) * scale + halfValue(view.getUint16(block + 2, true));
  });
}

async function reencode(bytes: Uint8Array<ArrayBuffer>) {
  const file = blobSource(new Blob([bytes]));
  const chunks: Uint8Array[] = [];
  for await (const chunk of reencodeAsQ5(file)) chunks.push(chunk);
  const result = blobSource(new Blob([concatenate(chunks)]));
  return { result, gguf: await readGguf(result), source: await readGguf(file) };
}

describe("q5FromQ4", () => {
  it("keeps every number", () => {
    const { blocks, values } = randomQ4(3, 96, 7);
    expect(q5Values(q5FromQ4(blocks))).toEqual(values.flat());
  });
});

describe("reencodeAsQ5", () => {
  it("keeps the numbers of the Q4_1 tensors and the bytes of all others", async () => {
    const model = modelGguf();
    const { result, gguf, source } = await reencode(model);
    expect([...gguf.located.keys()]).toEqual([...source.located.keys()]);
    for (const tensor of gguf.located.values()) {
      const bytes = await result.read(tensor.position, tensor.position + tensor.bytes);
      const before = source.located.get(tensor.name) ?? tensor;
      if (before.type === "Q4_1") {
        expect(tensor.type).toBe("Q5_1");
        expect(q5Values(bytes), tensor.name).toEqual(MODEL.values.get(tensor.name)?.flat());
      } else {
        expect(tensor.type).toBe(before.type);
        expect(Buffer.from(bytes)).toEqual(model.subarray(before.position, before.position + before.bytes));
      }
    }
  });

  it("changes nothing of the metadata but the name of the mix", async () => {
    const { gguf, source } = await reencode(
      modelGguf({ metadata: { "general.file_type": { uint32: 3 }, "general.alignment": { uint32: 32 } } }),
    );
    expect(gguf.metadata).toEqual(new Map([...source.metadata, ["general.file_type", 9]]));
    const f16 = await reencode(modelGguf({ metadata: { "general.file_type": { uint32: 1 } } }));
    expect(f16.gguf.metadata).toEqual(f16.source.metadata);
  });
});
