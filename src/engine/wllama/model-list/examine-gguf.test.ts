import { describe, expect, it } from "vitest";
import { knownChatTemplate } from "../../../../tests/support/tiny-gguf.ts";
import { fixtureProjector } from "../../../../tools/gguf/fixture/fixture-projector.ts";
import { ggufBytes } from "../../../../tools/gguf/test-gguf.ts";
import { MODEL, modelGguf } from "../../../../tools/gguf/test-model.ts";
import type { TypedValue } from "../../../gguf/encode-header.ts";
import type { ModelFile } from "../../../contract/model.ts";
import type { ListedFiles } from "../../../models/engine-models.ts";
import type { ReadableFile } from "../../../models/examined-file.ts";
import { examineGguf } from "./examine-gguf.ts";
import { listedGguf } from "./listed-gguf.ts";

const template: TypedValue = { string: await knownChatTemplate() };

/** @param size of the file, if it goes on after `bytes` */
function fileOf(bytes: Uint8Array, size = bytes.length): ReadableFile {
  return { name: "a.gguf", size, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) };
}

const withMetadata = (metadata: Record<string, TypedValue>) =>
  fileOf(modelGguf({ metadata: { "tokenizer.chat_template": template, ...metadata } }));

const architecture = (name: string): Record<string, TypedValue> => ({
  "general.architecture": { string: name },
});

it("describes a model that can answer here", async () => {
  const file = withMetadata({
    "general.name": { string: "Tiny" },
    "general.file_type": { uint32: 15 },
    "general.license": { string: "apache-2.0" },
  });
  const { summary } = await examineGguf(file);
  expect(summary).toEqual({
    name: "Tiny",
    architecture: "llama",
    parameters: expect.any(Number),
    quantization: "Q4_K_M",
    contextLength: 128,
    trainedContextLength: 128,
    license: "apache-2.0",
    chosenTemplate: null,
    inputModalities: ["text"],
    bytes: file.size,
    // Two layers, one head for keys and values, of 32 numbers each, 2 bytes a number.
    memoryBytes: file.size + 128 * 2 * 2 * 32 * 2,
    problem: null,
  });
});

it("names the template that was chosen for a file without one", async () => {
  const { chosenTemplate, problem } = (await examineGguf(fileOf(modelGguf()))).summary;
  expect({ chosenTemplate, problem }).toEqual({ chosenTemplate: "ChatML", problem: null });
});

describe("with a projector", () => {
  const bytes = fixtureProjector("tests/fixtures/models/fixture-vision");
  const withProjector = (projector: Uint8Array) => ({ ...withMetadata({}), projector: fileOf(projector) });

  it("counts it, and takes images", async () => {
    const file = withProjector(bytes);
    const { summary, projector } = await examineGguf(file);
    expect(summary).toMatchObject({
      inputModalities: ["text", "image"],
      bytes: file.size + bytes.length,
      problem: null,
    });
    expect(projector).toMatchObject({ bytes: bytes.length });
  });

  it("refuses a file that is none", async () => {
    const { summary } = await examineGguf(withProjector(modelGguf()));
    expect(summary.problem).toBe("This file cannot be used with that projector: the file is no projector.");
    await expect(examineGguf(withProjector(bytes.subarray(0, 3000)))).rejects.toMatchObject({
      code: "failed",
      message: expect.stringContaining("is truncated"),
    });
  });
});

it("takes the name of a nameless model from its file", async () => {
  expect((await examineGguf(withMetadata({}))).summary.name).toBe("a");
});

describe("the context", () => {
  const contextOf = async (metadata: Record<string, TypedValue>) =>
    (await examineGguf(withMetadata(metadata))).summary.contextLength;

  it.each<[string, Record<string, TypedValue>, number]>([
    ["is the model's own", { "llama.context_length": { uint32: 4096 } }, 4096],
    ["has at most 8192 tokens", { "llama.context_length": { uint32: 131_072 } }, 8192],
    [
      "is no longer than its keys and values in 512 MiB",
      { "llama.context_length": { uint32: 131_072 }, "llama.attention.key_length": { uint32: 65_504 } },
      // Two layers of 65,504 + 32 numbers.
      2 ** 29 / (2 * (65_504 + 32) * 2),
    ],
    [
      "counts the heads of each layer",
      {
        "llama.context_length": { uint32: 131_072 },
        "llama.attention.head_count_kv": { int32s: [1023, 1025] },
        "llama.attention.key_length": { uint32: 32 },
      },
      2 ** 29 / (2048 * 64 * 2),
    ],
  ])("%s", async (_, metadata, expected) => {
    expect(await contextOf(metadata)).toBe(expected);
  });
});

describe("refuses to read", () => {
  const whole = modelGguf();
  it.each([
    ["a file that is no GGUF", new TextEncoder().encode("PK zip file"), "is not a GGUF file"],
    ["a truncated file", whole.subarray(0, whole.length - 100), "is truncated"],
    ["a truncated header", whole.subarray(0, 200), "is truncated"],
    [
      "a part of a set",
      modelGguf({ metadata: { "split.count": { uint32: 3 } } }),
      "is part 1 of 3 of a model",
    ],
    ["a version of the format before the second", ggufBytes({ version: 1 }), "has GGUF version 1"],
  ])("%s", async (_, bytes, message) => {
    await expect(examineGguf(fileOf(bytes))).rejects.toMatchObject({
      code: "failed",
      message: expect.stringContaining(`The file 'a.gguf' ${message}`),
    });
  });
});

describe("says why it cannot use", () => {
  it.each<[string, Record<string, TypedValue>, string]>([
    ["an unknown architecture", architecture("novel"), "its architecture 'novel' is unknown to the engine"],
    ["a model for embeddings", architecture("bert"), "it is a model that turns texts into vectors"],
    [
      "a language model that was made for embeddings",
      { "llama.pooling_type": { uint32: 3 } },
      "it is a model that turns texts into vectors",
    ],
    ["a projector", architecture("clip"), "it is a projector"],
    ["a projector that is marked by its type", { "general.type": { string: "mmproj" } }, "it is a projector"],
    ["an adapter", { "general.type": { string: "adapter" } }, "it is an adapter (LoRA)"],
    [
      "an unknown tokenizer",
      { "tokenizer.ggml.model": { string: "t5" } },
      "it has a tokenizer of the kind t5",
    ],
    [
      "an unknown pre-tokenizer",
      { "tokenizer.ggml.pre": { string: "novel" } },
      "it has the pre-tokenizer novel, which is not supported",
    ],
    [
      "a template that is no Jinja",
      { "tokenizer.chat_template": { string: "{% for message in messages %}" } },
      "it has a chat template that cannot be used: it cannot be parsed: ",
    ],
    [
      "a template that writes no messages",
      { "tokenizer.chat_template": { string: "Hi" } },
      "it has a chat template that cannot be used: it leaves out texts of the conversation",
    ],
    [
      "a template that does not end",
      { "tokenizer.chat_template": { string: "{% for i in range(10 ** 9) %}x{% endfor %}" } },
      "it has a chat template that cannot be used: it counts to more than 10000",
    ],
    [
      "a template of another type, and no tokens of one",
      {
        "tokenizer.chat_template": { uint32: 1 },
        "tokenizer.ggml.tokens": { strings: ["<s>", "</s>", "c", "a", "b", "1", "ab", "11"] },
      },
      "it has no chat template, nor the control tokens of one that we know",
    ],
  ])("%s", async (_, metadata, reason) => {
    const { problem } = (await examineGguf(withMetadata(metadata))).summary;
    expect(problem).toContain(`This file cannot be used: ${reason}`);
    expect(problem).toMatch(/\.$/);
  });

  it("a model without a vocabulary", async () => {
    const bytes = ggufBytes({ metadata: architecture("llama"), tensors: MODEL.tensors });
    expect((await examineGguf(fileOf(bytes))).summary.problem).toContain("it has no vocabulary");
  });

  it("a model that needs more memory than there is", async () => {
    const bytes = modelGguf({ metadata: { "tokenizer.chat_template": template } });
    const { problem } = (await examineGguf(fileOf(bytes, 5e9))).summary;
    expect(problem).toBe(
      "This file cannot be used: its model takes 5 GB of memory, and WebAssembly has 4.3 GB.",
    );
  });
});

it("is installed with its projector after it", async () => {
  const bytes = modelGguf({ metadata: { "tokenizer.chat_template": template } });
  const size = 2 ** 25 + 5;
  const projector = fixtureProjector("tests/fixtures/models/fixture-vision");
  const details = await examineGguf({ ...fileOf(bytes, size), projector: fileOf(projector, size) });
  const files: ListedFiles = {
    obtain: ({ path, offset = 0, bytes: length }) =>
      Promise.resolve({ path, offset, bytes: length ?? 0, sha256: "" }),
    read: () => Promise.reject(new Error("not read")),
    checkQuota: () => Promise.resolve(),
    setTotalBytes: () => {},
  };
  const { engines, input_modalities } = await listedGguf("tiny", details, { base: "file:///" }).install(
    files,
  );
  expect(input_modalities).toEqual(["text", "image"]);
  const placed = (parts: readonly ModelFile[] = []) =>
    parts.map(({ path, offset, bytes: length }) => [path, offset, length]);
  expect(placed(engines.wllama?.files)).toEqual([
    ["part1", 0, 2 ** 25],
    ["part2", 2 ** 25, 5],
  ]);
  expect(placed(engines.wllama?.projector)).toEqual([
    ["projector/part1", size, 2 ** 25],
    ["projector/part2", size + 2 ** 25, 5],
  ]);
});

it("is installed in parts of 32 MiB at most, one after the other", async () => {
  const bytes = modelGguf({ metadata: { "tokenizer.chat_template": template } });
  const size = 2 ** 26 + 5;
  const details = await examineGguf(fileOf(bytes, size));
  const obtained: object[] = [];
  const files: ListedFiles = {
    obtain: ({ path, offset, bytes: length }) => {
      obtained.push({ path, offset, length });
      return Promise.resolve({ path, bytes: length ?? 0, sha256: "" });
    },
    read: () => Promise.reject(new Error("not read")),
    checkQuota: () => Promise.resolve(),
    setTotalBytes: () => {},
  };
  const model = await listedGguf("tiny", details, { base: "file:///" }).install(files);
  expect(obtained).toEqual([
    { path: "part1", offset: 0, length: 2 ** 25 },
    { path: "part2", offset: 2 ** 25, length: 2 ** 25 },
    { path: "part3", offset: 2 ** 26, length: 5 },
  ]);
  expect(model).toMatchObject({
    id: "tiny",
    context_length: 128,
    engines: { wllama: { base: "file:///", files: { length: 3 } } },
  });
});
