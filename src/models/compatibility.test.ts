import { expect, it } from "vitest";
import {
  checkCompatibility,
  type Device,
  type GpuRequirements,
  type ModelRequirements,
} from "./compatibility.ts";
import { testDevice, testGpu } from "./testing/devices.ts";

const shaderF16 = { name: "shader-f16", advice: "Choose a variant with “q4f32” in its name." };
const gpu: GpuRequirements = {
  features: [],
  limits: { maxStorageBuffersPerShaderStage: 10 },
  storageBufferBytes: null,
};
const required: ModelRequirements = { gpu, memoryBytes: 1e9, downloadBytes: 5e8 };
const lowLimit = { ...testGpu, limits: { ...testGpu.limits, maxStorageBuffersPerShaderStage: 8 } };

it("says yes where the device has everything, or nothing is known", () => {
  const device = { ...testDevice, gpu: { ...testGpu, features: new Set(["shader-f16"]) } };
  const withFeature = { ...required, gpu: { ...gpu, features: [shaderF16] } };
  expect(checkCompatibility(withFeature, device)).toEqual({ type: "yes" });
  const unknown = { ...required, memoryBytes: null, downloadBytes: null };
  expect(checkCompatibility(unknown, { ...testDevice, memoryBytes: null, freeBytes: null })).toEqual({
    type: "yes",
  });
});

it("asks for no GPU where the model runs without one", () => {
  expect(checkCompatibility({ ...required, gpu: null }, { ...testDevice, gpu: null })).toEqual({
    type: "yes",
  });
});

it.each<[string, Partial<ModelRequirements>, Partial<Device>, string]>([
  ["the GPU", {}, { gpu: null }, "no WebGPU adapter"],
  ["16-bit floats", { gpu: { ...gpu, features: [shaderF16] } }, {}, "q4f32"],
  ["another feature", { gpu: { ...gpu, features: [{ name: "subgroups" }] } }, {}, "subgroups"],
  ["a limit", {}, { gpu: lowLimit }, "maxStorageBuffersPerShaderStage is 8, but 10 is needed"],
  [
    "large GPU buffers",
    { gpu: { ...gpu, storageBufferBytes: 3e8 } },
    {},
    "a GPU buffer of 300 MB, but this GPU binds 268 MB",
  ],
  ["memory", { memoryBytes: 5.5e9 }, {}, "takes 5.5 GB of memory, but this machine has 4.3 GB"],
  ["quota", { downloadBytes: 2e9 }, {}, "takes 2 GB, but the browser has room for 1 GB"],
])("says no, with the reason, where the device lacks %s", (_, more, device, reason) => {
  expect(checkCompatibility({ ...required, ...more }, { ...testDevice, ...device })).toEqual({
    type: "no",
    reason: expect.stringContaining(reason),
  });
});
