import { expect, it } from "vitest";
import { describeAdapter } from "./describe-adapter.ts";

it("names a GPU, and says why there is none", () => {
  expect(describeAdapter({ description: "Apple M3", software: false })).toBe("Apple M3");
  expect(describeAdapter({ description: "SwiftShader", software: true })).toMatch(
    /^None: SwiftShader .* slow$/,
  );
  expect(describeAdapter(null)).toMatch(/^None: .* no WebGPU adapter/);
});
