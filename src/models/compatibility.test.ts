import { expect, it } from "vitest";
import { type Device, checkCompatibility, type ModelRequirements } from "./compatibility.ts";

const device: Device = {
  gpu: {
    features: new Set(["shader-f16"]),
    limits: {
      maxBufferSize: 2 ** 30,
      maxStorageBufferBindingSize: 2 ** 28,
      maxComputeWorkgroupStorageSize: 2 ** 15,
      maxStorageBuffersPerShaderStage: 10,
    },
  },
  memoryBytes: 4e9,
  freeBytes: 1e9,
};
const needs: ModelRequirements = {
  features: [],
  storageBufferBytes: null,
  memoryBytes: 1e9,
  downloadBytes: 5e8,
};
const noHalves = device.gpu && { ...device.gpu, features: new Set<string>() };
const fewBuffers = device.gpu && {
  ...device.gpu,
  limits: { ...device.gpu.limits, maxStorageBuffersPerShaderStage: 8 },
};

it("fits where everything is there, or nothing is known", () => {
  expect(checkCompatibility({ ...needs, features: ["shader-f16"] }, device)).toEqual({ type: "yes" });
  const unknown = { ...needs, memoryBytes: null, downloadBytes: null };
  expect(checkCompatibility(unknown, { ...device, memoryBytes: null, freeBytes: null })).toEqual({
    type: "yes",
  });
});

it.each<[string, Partial<ModelRequirements>, Partial<Device>, string]>([
  ["no GPU", {}, { gpu: null }, "no WebGPU adapter"],
  ["no 16-bit floats", { features: ["shader-f16"] }, { gpu: noHalves }, "q4f32"],
  ["another feature", { features: ["subgroups"] }, {}, "subgroups"],
  ["a low limit", {}, { gpu: fewBuffers }, "maxStorageBuffersPerShaderStage is 8, but 10 is needed"],
  ["a big buffer", { storageBufferBytes: 3e8 }, {}, "a GPU buffer of 300 MB, but this GPU binds 268 MB"],
  ["memory", { memoryBytes: 5.5e9 }, {}, "takes 5.5 GB of memory, but this machine has 4 GB"],
  ["room", { downloadBytes: 2e9 }, {}, "takes 2 GB, but the browser has room for 1 GB"],
])("does not fit for want of %s", (_, more, machine, reason) => {
  expect(checkCompatibility({ ...needs, ...more }, { ...device, ...machine })).toEqual({
    type: "no",
    reason: expect.stringContaining(reason),
  });
});
