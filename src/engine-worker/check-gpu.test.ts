import { describe, expect, it } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import type { GpuCapabilities, GpuRequirements } from "../models/compatibility.ts";
import { testGpu } from "../models/testing/devices.ts";
import { checkGpu } from "./check-gpu.ts";

const required: GpuRequirements = {
  features: [{ name: "subgroups" }],
  limits: { maxBufferSize: 2 ** 28 },
  storageBufferBytes: null,
};
const sufficient: GpuCapabilities = { ...testGpu, features: new Set(["subgroups"]) };

function refusal(gpu: GpuCapabilities | null): EngineError | undefined {
  try {
    checkGpu("a", required, gpu);
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  return undefined;
}

describe("checkGpu", () => {
  it.each<[string, GpuCapabilities | null, string]>([
    ["there is no GPU", null, "no WebGPU adapter"],
    [
      "the GPU lacks a feature",
      testGpu,
      "The model 'a' cannot run here. The GPU lacks the feature subgroups.",
    ],
    [
      "a limit is too low",
      { ...sufficient, limits: { ...testGpu.limits, maxBufferSize: 2 ** 20 } },
      "maxBufferSize is 1048576, but 268435456 is needed",
    ],
  ])("refuses the model where %s", (_, gpu, message) => {
    expect(refusal(gpu)).toMatchObject({ code: "unsupported", message: expect.stringContaining(message) });
  });

  it("admits the model where the GPU has everything", () => {
    expect(refusal(sufficient)).toBeUndefined();
  });
});
