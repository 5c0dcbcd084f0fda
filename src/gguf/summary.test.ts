import { describe, expect, it } from "vitest";
import { float32s, ggufBytes, type TestGguf } from "../../tools/gguf/test-gguf.ts";
import { modelGguf } from "../../tools/gguf/test-model.ts";
import { blobSource, readGguf } from "./gguf.ts";
import { summarizeGguf } from "./summary.ts";

const summarize = async (bytes: Uint8Array<ArrayBuffer>) =>
  summarizeGguf(await readGguf(blobSource(new Blob([bytes]))));

describe("summarizeGguf", () => {
  it("describes a model", async () => {
    const file = modelGguf({
      metadata: {
        "general.name": { string: "Tiny" },
        "general.file_type": { uint32: 15 },
        "tokenizer.chat_template": { string: "{{ messages }}" },
        "tokenizer.ggml.eot_token_id": { uint32: 2 },
        "llama.context_length": { uint64: 128n },
      },
    });
    expect(await summarize(file)).toEqual({
      architecture: "llama",
      name: "Tiny",
      // Each layer: query and output 64 × 64, key and value 64 × 32, three matrices 64 × 96, two norms; then the token table and a norm.
      parameters: 2 * (2 * 64 * 64 + 2 * 64 * 32 + 3 * 64 * 96 + 2 * 64) + 8 * 64 + 64,
      contextLength: 128,
      quantization: "Q4_K_M",
      chatTemplate: "{{ messages }}",
      tokenizer: { kind: "gpt2", pre: "smollm", tokenCount: 8, bosId: 1, eosId: 2, eotId: 2 },
      tensorCount: 20,
      bytes: file.length,
    });
  });

  it("takes the commonest element type for the name of an unnamed mix", async () => {
    expect((await summarize(modelGguf())).quantization).toBe("Q4_1");
  });

  it("leaves out what is missing or of another type", async () => {
    const metadata: TestGguf["metadata"] = {
      "general.architecture": { uint32: 1 },
      "tokenizer.ggml.tokens": { int32s: [1] },
      "tokenizer.ggml.bos_token_id": { float32: 0.5 },
    };
    const tensors = [{ name: "norm", dimensions: [1], type: 0, bytes: float32s([1]) }];
    expect(await summarize(ggufBytes({ metadata, tensors }))).toMatchObject({
      architecture: undefined,
      contextLength: undefined,
      quantization: "F32",
      tokenizer: { tokenCount: 0, bosId: undefined },
    });
    expect((await summarize(ggufBytes({}))).quantization).toBe("unknown");
  });
});
