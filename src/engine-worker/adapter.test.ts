import { describe, expect, it } from "vitest";
import { engineHostStatusSchema } from "../contract/engine-host-status.ts";
import { describeAdapter } from "./adapter.ts";

const STRINGS = {
  vendor: "google",
  architecture: "swiftshader",
  device: "0xc0de",
  description: "SwiftShader",
};
const HARDWARE = { vendor: "intel", architecture: "gen-12lp", device: "", description: "" };

/** WebGPU's members are inherited: a copy of an object's own properties misses them. */
function inherited(members: object): object {
  return Object.create(members);
}

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
      "a browser that refuses the description",
      { requestAdapterInfo: () => Promise.reject(new Error("denied")), isFallbackAdapter: true },
      { description: "WebGPU adapter", software: true },
    ],
    [
      "a Firefox, whose strings are empty",
      {
        info: inherited({ vendor: "", architecture: "", device: "", description: "" }),
        isFallbackAdapter: false,
      },
      { description: "WebGPU adapter", software: false },
    ],
    [
      "a browser without any flag for software",
      { info: inherited(HARDWARE) },
      { description: "intel gen-12lp", software: false },
    ],
    ["a browser whose adapter has no description", {}, { description: "WebGPU adapter", software: false }],
    [
      "a browser with values of other types",
      { info: { vendor: 7, description: null, isFallbackAdapter: "no" } },
      { description: "WebGPU adapter", software: false },
    ],
  ])("describes the adapter of %s", async (_, adapter, expected) => {
    const described = await describeAdapter(adapter);
    expect(described).toEqual(expected);
    expect(engineHostStatusSchema.shape.adapter.safeParse(described).success).toBe(true);
  });

  it("is null where there is no adapter", async () => {
    expect(await describeAdapter(null)).toBeNull();
  });
});
