import { describe, expect, it } from "vitest";
import { engineHostStatusSchema } from "../contract/engine-host-status.ts";
import { describeAdapter } from "./adapter.ts";
import type { Gpu } from "./gpu.ts";

const STRINGS = {
  vendor: "google",
  architecture: "swiftshader",
  device: "0xc0de",
  description: "SwiftShader",
};
const HARDWARE = { vendor: "intel", architecture: "gen-12lp", device: "", description: "" };

/** WebGPU's members stand on prototypes, where a copy of the object's own does not find them. */
function inherited(members: object): object {
  return Object.create(members);
}

const gpuWith = (adapter: object | null): Gpu<object> => ({ requestAdapter: () => Promise.resolve(adapter) });

describe("describeAdapter", () => {
  it.each<[string, object, object]>([
    [
      "a Chromium from 136 on",
      { info: inherited({ ...STRINGS, isFallbackAdapter: true }) },
      { description: "SwiftShader", software: true },
    ],
    [
      "a Chromium before 136, which has the flag on the adapter",
      { info: inherited(STRINGS), isFallbackAdapter: true },
      { description: "SwiftShader", software: true },
    ],
    [
      "a Chromium before 136 on a graphics card",
      { info: inherited(HARDWARE), isFallbackAdapter: false },
      { description: "intel gen-12lp", software: false },
    ],
    [
      "a Chromium before 127, whose adapter has to be asked for its info",
      { requestAdapterInfo: () => Promise.resolve(inherited(STRINGS)), isFallbackAdapter: true },
      { description: "SwiftShader", software: true },
    ],
    [
      "a browser that refuses to tell",
      { requestAdapterInfo: () => Promise.reject(new Error("denied")), isFallbackAdapter: true },
      { description: "WebGPU adapter", software: true },
    ],
    [
      "a Firefox, whose texts are empty",
      {
        info: inherited({ vendor: "", architecture: "", device: "", description: "" }),
        isFallbackAdapter: false,
      },
      { description: "WebGPU adapter", software: false },
    ],
    [
      "a browser that says of no flag whether it is software",
      { info: inherited(HARDWARE) },
      { description: "intel gen-12lp", software: false },
    ],
    ["a browser whose adapter tells nothing", {}, { description: "WebGPU adapter", software: false }],
    [
      "a browser that tells things of other types",
      { info: { vendor: 7, description: null, isFallbackAdapter: "no" } },
      { description: "WebGPU adapter", software: false },
    ],
  ])("tells a status message what %s says", async (_, adapter, told) => {
    const described = await describeAdapter(gpuWith(adapter));
    expect(described).toEqual(told);
    expect(engineHostStatusSchema.shape.adapter.safeParse(described).success).toBe(true);
  });

  it.each<[string, Gpu<object> | undefined]>([
    ["no WebGPU", undefined],
    ["no adapter", gpuWith(null)],
    ["an adapter that is refused", { requestAdapter: () => Promise.reject(new Error("blocked")) }],
    [
      "a request that throws",
      {
        requestAdapter: () => {
          throw new TypeError("not here");
        },
      },
    ],
  ])("is null where there is %s", async (_, gpu) => {
    expect(await describeAdapter(gpu)).toBeNull();
  });
});
