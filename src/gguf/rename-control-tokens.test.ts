import { describe, expect, it } from "vitest";
import { float32s, ggufBytes, type TestGguf } from "../../tools/gguf/test-gguf.ts";
import { blobSource, readGguf } from "./gguf.ts";
import { renameControlTokens } from "./rename-control-tokens.ts";

const TOKENS = ["a", "b", "<", "x>", "<|im_start|>", "<|im_end|>", "<tool>", "  ", "<unk>", "<x>", "ab"];
const TYPES = [1, 1, 1, 1, 3, 3, 4, 4, 2, 3, 1];

const METADATA: TestGguf["metadata"] = {
  "general.architecture": { string: "llama" },
  "general.alignment": { uint32: 64 },
  "tokenizer.ggml.model": { string: "gpt2" },
  "tokenizer.ggml.tokens": { strings: TOKENS },
  "tokenizer.ggml.token_type": { int32s: TYPES },
  "tokenizer.ggml.merges": { strings: ["a b", "< x>"] },
  "tokenizer.ggml.eos_token_id": { uint32: 4 },
  "tokenizer.ggml.add_bos_token": { bool: true },
  "tokenizer.chat_template": { string: "{{ messages }}" },
  "tokenizer.chat_template.tools": { string: "{{ tools }}" },
};
const norm = { name: "norm", dimensions: [3], type: 0, bytes: float32s([1, -2, 0.5]) };
const scale = { name: "scale", dimensions: [2], type: 0, bytes: float32s([7, 8]) };

async function rename(changes: TestGguf["metadata"] = {}, drop: readonly string[] = []) {
  const entries = Object.entries({ ...METADATA, ...changes }).filter(([key]) => !drop.includes(key));
  const file = new Blob([
    ggufBytes({ metadata: Object.fromEntries(entries), tensors: [norm, scale], alignment: 64 }),
  ]);
  const gguf = await readGguf(blobSource(file));
  const renamed = renameControlTokens(gguf, ({ id }) => `\u0001a long secret ${id}`);
  const result = new Blob([renamed.header, file.slice(gguf.dataOffset)]);
  return { ...renamed, result, read: await readGguf(blobSource(result)) };
}

const ids = (tokens: readonly string[], types: readonly number[]) => ({
  "tokenizer.ggml.tokens": { strings: tokens },
  "tokenizer.ggml.token_type": { int32s: types },
});

describe("renameControlTokens", () => {
  it("renames tokens that llama.cpp looks for in a text, but not white space", async () => {
    const { read, tokens } = await rename();
    const marker = (id: number) => `\u0001a long secret ${id}`;
    expect(read.metadata.get("tokenizer.ggml.tokens")).toEqual([
      ...TOKENS.slice(0, 4),
      marker(4),
      marker(5),
      marker(6),
      "  ",
      marker(8),
      marker(9),
      "ab",
    ]);
    expect(tokens).toContainEqual({ id: 4, name: "<|im_start|>", special: true });
    expect(tokens).toContainEqual({ id: 6, name: "<tool>", special: false });
  });

  it("keeps the tensors, and everything else of the header", async () => {
    const { read, result } = await rename();
    const values = async (name: string) => {
      const { position, bytes } = read.located.get(name) ?? { position: 0, bytes: 0 };
      return [...new Float32Array(await result.slice(position, position + bytes).arrayBuffer())];
    };
    expect(await values("norm")).toEqual([1, -2, 0.5]);
    expect(await values("scale")).toEqual([7, 8]);
    expect(read.dataOffset % 64).toBe(0);
    expect(Object.fromEntries(read.metadata)).toMatchObject({
      "general.architecture": "llama",
      "general.alignment": 64,
      "tokenizer.ggml.token_type": TYPES,
      "tokenizer.ggml.eos_token_id": 4,
    });
  });

  it("drops merges that produce a renamed token", async () => {
    const { read } = await rename();
    expect(read.metadata.get("tokenizer.ggml.merges")).toEqual(["a b"]);
  });

  it("lets llama.cpp add nothing to a prompt, and compile no template", async () => {
    const { read } = await rename();
    for (const key of ["add_bos_token", "add_eos_token", "add_sep_token", "add_space_prefix"])
      expect(read.metadata.get(`tokenizer.ggml.${key}`), key).toBe(false);
    expect([...read.metadata.keys()].filter((key) => key.includes("template"))).toEqual([]);
  });

  it("names every end token by its id, the model's own first", async () => {
    const { read, endIds } = await rename();
    expect(endIds).toEqual([4, 5]);
    expect(read.metadata.get("tokenizer.ggml.eot_token_id")).toBe(5);
    expect(read.metadata.has("tokenizer.ggml.eom_token_id")).toBe(false);
  });

  it("keeps the ids that a header states, and fills those that it lacks", async () => {
    const names = [
      "x",
      "<|eot_id|>",
      "<|eom_id|>",
      "<|end_of_text|>",
      "<|fim_pad|>",
      "<PAD>",
      "<|file_sep|>",
    ];
    const { read, endIds } = await rename({
      ...ids(names, [1, 3, 3, 3, 3, 3, 3]),
      "tokenizer.ggml.eos_token_id": { uint32: 3 },
      "tokenizer.ggml.eom_token_id": { uint32: 2 },
    });
    // Of the padding tokens llama.cpp takes one.
    expect(endIds).toEqual([3, 2, 1, 4, 6]);
    const stated = ["eos", "eot", "eom", "fim_pad", "fim_rep", "fim_sep"];
    expect(stated.map((name) => read.metadata.get(`tokenizer.ggml.${name}_token_id`))).toEqual([
      3,
      1,
      2,
      4,
      6,
      undefined,
    ]);
  });

  it("takes a SentencePiece vocabulary's third token for its end where the header does not say", async () => {
    const drop = ["tokenizer.ggml.eos_token_id"];
    expect((await rename({ "tokenizer.ggml.model": { string: "llama" } }, drop)).endIds).toEqual([2, 5]);
    const gpt2 = await rename({}, drop);
    expect(gpt2.endIds).toEqual([5]);
    expect(gpt2.read.metadata.get("tokenizer.ggml.eos_token_id")).toBe(5);
  });

  it("treats tokens that llama.cpp knows by name as llama.cpp does, whatever their type", async () => {
    const { read, endIds, tokens } = await rename({
      ...ids(["a", "<EOT>", "<|return|>", "<|call|>", "<|end|>", "<|message|>"], [1, 1, 3, 3, 3, 3]),
      "tokenizer.ggml.eos_token_id": { uint32: 2 },
    });
    expect(read.metadata.get("tokenizer.ggml.token_type")).toEqual([1, 3, 3, 3, 4, 4]);
    expect(endIds).toEqual([2, 3, 1]);
    expect(tokens.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  it("leaves </s> a text where it is HTML", async () => {
    const { endIds, tokens } = await rename({
      ...ids(["<eos>", "</s>", "<|tool_response>"], [3, 4, 3]),
      "tokenizer.ggml.eos_token_id": { uint32: 0 },
    });
    expect(endIds).toEqual([0, 2]);
    expect(tokens.map(({ name }) => name)).toEqual(["<eos>", "<|tool_response>"]);
  });

  it("hides the name of a model whose tokens llama.cpp looks for by name", async () => {
    const named = async (name: string) =>
      (await rename({ "general.name": { string: name } })).read.metadata.get("general.name");
    expect(await named("Phi-3 mini")).toBeUndefined();
    expect(await named("Tiny")).toBe("Tiny");
  });

  it("keeps bytes of tokens that are no UTF-8", async () => {
    const bytes = ggufBytes({ metadata: METADATA, tensors: [norm], alignment: 64 });
    const at = bytes.indexOf("x>");
    bytes[at] = 0xff;
    const gguf = await readGguf(blobSource(new Blob([bytes])));
    const { header } = renameControlTokens(gguf, ({ id }) => `secret ${id}`);
    expect(Buffer.from(header).includes(Buffer.from([0xff, 0x3e]))).toBe(true);
  });

  it("refuses a file without a vocabulary", async () => {
    await expect(rename({}, ["tokenizer.ggml.tokens"])).rejects.toThrow("The file has no vocabulary.");
  });
});
