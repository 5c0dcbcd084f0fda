import { expect, it } from "vitest";
import { type AdapterSource, findAdapter, readCapabilities } from "./gpu.ts";

it.each<[string, AdapterSource<object> | undefined]>([
  ["no WebGPU", undefined],
  ["no adapter", { requestAdapter: () => Promise.resolve(null) }],
  ["an adapter that is refused", { requestAdapter: () => Promise.reject(new Error("blocked")) }],
  [
    "a request that throws",
    {
      requestAdapter: () => {
        throw new TypeError("not here");
      },
    },
  ],
])("finds no adapter where there is %s", async (_, source) => {
  expect(await findAdapter(source)).toBeNull();
});

it("requests the kind of adapter that web-llm requests", async () => {
  const adapter = {};
  const requested: unknown[] = [];
  const requestAdapter = (options: unknown) => {
    requested.push(options);
    return Promise.resolve(adapter);
  };
  expect(await findAdapter({ requestAdapter })).toBe(adapter);
  expect(requested).toEqual([{ powerPreference: "high-performance" }]);
});

it("reads the limits that requirements name, which are inherited properties", () => {
  const limits: GPUSupportedLimits = Object.create({
    maxBufferSize: 1,
    maxStorageBufferBindingSize: 2,
    maxComputeWorkgroupStorageSize: 3,
    maxStorageBuffersPerShaderStage: 4,
  });
  const description = { description: "SwiftShader", software: true };
  expect(readCapabilities({ features: new Set(["shader-f16"]), limits }, description)).toEqual({
    ...description,
    features: new Set(["shader-f16"]),
    limits: {
      maxBufferSize: 1,
      maxStorageBufferBindingSize: 2,
      maxComputeWorkgroupStorageSize: 3,
      maxStorageBuffersPerShaderStage: 4,
    },
  });
});
