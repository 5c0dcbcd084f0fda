import { expect, it } from "vitest";
import { testModel } from "../../../models/testing/test-models.ts";
import { modelGpuRequirements, recordGpuRequirements } from "./gpu-requirements.ts";

const file = { path: "a", bytes: 1, sha256: "0".repeat(64) };
const model = (id: string, requiredFeatures?: string[]) =>
  testModel(id, {
    engines: {
      "web-llm": {
        base: "models/",
        library: file,
        files: [file],
        ...(requiredFeatures && { required_features: requiredFeatures }),
      },
    },
  });
const record = {
  model_id: "Llama-3.2-1B-Instruct-q4f16_1-MLC",
  model: "https://hub.test/mlc-ai/Llama-3.2-1B-Instruct-q4f16_1-MLC",
  model_lib: "https://libs.test/llama.wasm",
};
const names = ({ features }: ReturnType<typeof modelGpuRequirements>) => features.map(({ name }) => name);

it("reads a model's features from its entry, or else from its name", () => {
  expect(names(modelGpuRequirements(model("a")))).toEqual([]);
  expect(names(modelGpuRequirements(model("a-q4f16_1-MLC")))).toEqual(["shader-f16"]);
  expect(names(modelGpuRequirements(model("a", ["subgroups"])))).toEqual(["subgroups"]);
  expect(names(modelGpuRequirements(model("a-q4f16_1", [])))).toEqual([]);
});

it("adds the features that a record's name implies to those that it states", () => {
  expect(names(recordGpuRequirements(record))).toEqual(["shader-f16"]);
  expect(names(recordGpuRequirements({ ...record, model_id: "a-q4f32_1-MLC" }))).toEqual([]);
  const stated = { ...record, model_id: "a", required_features: ["subgroups"] };
  expect(names(recordGpuRequirements(stated))).toEqual(["subgroups"]);
});

it("advises another variant where 16-bit floats are missing", () => {
  expect(recordGpuRequirements(record).features[0]?.advice).toContain("q4f32");
});

it("requires web-llm's limits of every model, and the buffer that a record states", () => {
  expect(modelGpuRequirements(model("a"))).toMatchObject({
    limits: { maxStorageBuffersPerShaderStage: 10 },
    storageBufferBytes: null,
  });
  expect(recordGpuRequirements({ ...record, buffer_size_required_bytes: 3e8 }).storageBufferBytes).toBe(3e8);
});
