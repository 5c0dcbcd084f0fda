import type { Device, GpuCapabilities } from "../compatibility.ts";

/** A GPU with generous limits and no optional feature. */
export const testGpu: GpuCapabilities = {
  description: "Test GPU",
  software: false,
  features: new Set(),
  limits: {
    maxBufferSize: 2 ** 30,
    maxStorageBufferBindingSize: 2 ** 28,
    maxComputeWorkgroupStorageSize: 2 ** 15,
    maxStorageBuffersPerShaderStage: 10,
  },
};

export const testDevice: Device = { gpu: testGpu, cpu: { simd: true }, memoryBytes: 2 ** 32, freeBytes: 1e9 };
