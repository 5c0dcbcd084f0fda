import { describe, expect, it } from "vitest";
import type { Model } from "../config/model.ts";
import { EngineError } from "../contract/engine-error.ts";
import type { Device } from "../models/compatibility.ts";
import { checkGpu } from "./check-gpu.ts";

const file = (path: string) => ({ path, bytes: 1, sha256: "0".repeat(64) });

function model(id: string, requiredFeatures?: string[]): Model {
  return {
    id,
    name: id,
    description: "",
    owned_by: "test",
    created: 0,
    license: null,
    context_length: 1,
    max_completion_tokens: 1,
    input_modalities: ["text"],
    memory_bytes: 1,
    engines: {
      "web-llm": {
        base: "models/",
        library: file("a.wasm"),
        files: [file("b")],
        ...(requiredFeatures && { required_features: requiredFeatures }),
      },
    },
  };
}

const limits = {
  maxBufferSize: 2 ** 30,
  maxStorageBufferBindingSize: 2 ** 30,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
};
const plain: Device["gpu"] = { features: new Set(), limits };

function refusal(of: Model, gpu: Device["gpu"]): EngineError | undefined {
  try {
    checkGpu(of, gpu);
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  return undefined;
}

describe("checkGpu", () => {
  it.each<[string, Model, Device["gpu"], string]>([
    ["a GPU", model("a"), null, "no WebGPU adapter"],
    ["16-bit floats, by the model's name", model("a-q4f16_1-MLC"), plain, "shader-f16"],
    ["16-bit floats, by the model's entry", model("a", ["shader-f16"]), plain, "shader-f16"],
    ["another feature", model("a", ["subgroups"]), plain, "subgroups"],
    [
      "a limit",
      model("a"),
      { ...plain, limits: { ...limits, maxBufferSize: 2 ** 20 } },
      "maxBufferSize is 1048576, but 268435456 is needed",
    ],
  ])("refuses for want of %s", (_, wanted, gpu, says) => {
    const refused = refusal(wanted, gpu);
    expect(refused).toMatchObject({ code: "unsupported", message: expect.stringContaining(says) });
  });

  it("admits what lacks nothing, and takes the entry's word over the name's", () => {
    const halves = { ...plain, features: new Set(["shader-f16"]) };
    expect(refusal(model("a-q4f16_1", ["shader-f16"]), halves)).toBeUndefined();
    expect(refusal(model("a-q4f16_1", []), plain)).toBeUndefined();
  });
});
