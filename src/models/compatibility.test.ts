import { expect, it } from "vitest";
import {
  checkSizes,
  type Device,
  findGpuProblem,
  type GpuCapabilities,
  type GpuRequirements,
  type SizeRequirements,
} from "./compatibility.ts";
import { testDevice, testGpu } from "./testing/devices.ts";

const shaderF16 = { name: "shader-f16", advice: "Choose a variant with “q4f32” in its name." };
const gpu: GpuRequirements = {
  features: [],
  limits: { maxStorageBuffersPerShaderStage: 10 },
  storageBufferBytes: null,
};
const lowLimit = { ...testGpu, limits: { ...testGpu.limits, maxStorageBuffersPerShaderStage: 8 } };

it("finds no problem with a GPU that has everything", () => {
  const capable = { ...testGpu, features: new Set(["shader-f16"]) };
  expect(findGpuProblem({ ...gpu, features: [shaderF16] }, capable)).toBeUndefined();
});

it.each<[string, Partial<GpuRequirements>, GpuCapabilities | null, string]>([
  ["the GPU", {}, null, "no WebGPU adapter"],
  ["16-bit floats", { features: [shaderF16] }, testGpu, "q4f32"],
  ["another feature", { features: [{ name: "subgroups" }] }, testGpu, "subgroups"],
  ["a limit", {}, lowLimit, "maxStorageBuffersPerShaderStage is 8, but 10 is needed"],
  [
    "large buffers",
    { storageBufferBytes: 3e8 },
    testGpu,
    "a GPU buffer of 300 MB, but this GPU binds 268 MB",
  ],
])("says what is missing where the device lacks %s", (_, more, found, problem) => {
  expect(findGpuProblem({ ...gpu, ...more }, found)).toContain(problem);
});

const sizes: SizeRequirements = { memoryBytes: 1e9, downloadBytes: 5e8 };

it("says yes where the model fits, or nothing is known", () => {
  expect(checkSizes(sizes, testDevice)).toEqual({ type: "yes" });
  const unknown = { memoryBytes: null, downloadBytes: null };
  expect(checkSizes(unknown, testDevice)).toEqual({ type: "yes" });
  expect(
    checkSizes({ memoryBytes: 5e9, downloadBytes: 2e9 }, { memoryBytes: null, freeBytes: null }),
  ).toEqual({
    type: "yes",
  });
});

it.each<[string, Partial<SizeRequirements>, Partial<Device>, string]>([
  ["memory", { memoryBytes: 5.5e9 }, {}, "takes 5.5 GB of memory, but this machine has 4.3 GB"],
  ["quota", { downloadBytes: 2e9 }, {}, "takes 2 GB, but the browser has room for 1 GB"],
])("says no, with the reason, where the device lacks %s", (_, more, device, reason) => {
  expect(checkSizes({ ...sizes, ...more }, { ...testDevice, ...device })).toEqual({
    type: "no",
    reason: expect.stringContaining(reason),
  });
});
