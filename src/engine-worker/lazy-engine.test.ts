import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { GenerateRequest } from "../contract/generate-request.ts";
import { withTurns, userTurn } from "../engine/prompt/testing/conversations.ts";
import type { Device } from "../models/compatibility.ts";
import { lazyEngine } from "./lazy-engine.ts";

const gpu: Device["gpu"] = {
  features: new Set(),
  limits: {
    maxBufferSize: 2 ** 30,
    maxStorageBufferBindingSize: 2 ** 30,
    maxComputeWorkgroupStorageSize: 2 ** 15,
    maxStorageBuffersPerShaderStage: 10,
  },
};
const request: GenerateRequest = {
  id: "chatcmpl-1",
  owner: "key",
  model: "a",
  conversation: withTurns(userTurn("Hi")),
};

function setUp(found: Device["gpu"], thrown: Error) {
  let imports = 0;
  const engine = lazyEngine({
    findModel: () => Promise.resolve(undefined),
    scope: new URL("https://example.org/"),
    onProgress: () => {},
    describeGpu: () => Promise.resolve(found),
    importEngine: () => {
      imports += 1;
      return Promise.reject(thrown);
    },
  });
  const generate = async () => {
    for await (const part of engine.generate(request, new AbortController().signal)) return part;
    return undefined;
  };
  return { engine, generate, imports: () => imports };
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("fetches no code where there is no GPU", async () => {
  const { engine, generate, imports } = setUp(null, new Error("not asked for"));
  const refusal = { code: "unsupported", message: expect.stringContaining("no WebGPU adapter") };
  await expect(generate()).rejects.toMatchObject(refusal);
  await expect(engine.load("a")).rejects.toMatchObject(refusal);
  expect(imports()).toBe(0);
});

it("may be tried again where its code did not come", async () => {
  const { generate, imports } = setUp(gpu, new TypeError("Importing a module script failed."));
  await expect(generate()).rejects.toMatchObject({ code: "unavailable" });
  await expect(generate()).rejects.toMatchObject({ code: "unavailable" });
  expect(imports()).toBe(2);
});

it("says so where the browser cannot run its code, in words of its own", async () => {
  const { generate } = setUp(gpu, new SyntaxError("Unexpected token"));
  const message = "This browser cannot run the engine: use a newer one.";
  await expect(generate()).rejects.toMatchObject({ code: "unsupported", message });
  expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ cause: expect.any(SyntaxError) }));
});

it("leaves the look at the GPU to the engine, once its code is here", async () => {
  // The model files that the engine is given are not touched.
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("caches", {});
  const models: string[] = [];
  let looks = 0;
  const engine = lazyEngine({
    findModel: () => Promise.resolve(undefined),
    scope: new URL("https://example.org/"),
    onProgress: () => {},
    describeGpu: () => {
      looks += 1;
      return Promise.resolve(gpu);
    },
    importEngine: () =>
      Promise.resolve({
        createWebLlmEngine: () => ({
          identity: { name: "scripted", version: "1" },
          generate: async function* () {},
          load: (id) => Promise.resolve(void models.push(id)),
          unload: () => Promise.resolve(),
        }),
      }),
  });
  for (const id of ["a", "b", "c"]) await engine.load(id);
  expect({ models, looks }).toEqual({ models: ["a", "b", "c"], looks: 1 });
});
