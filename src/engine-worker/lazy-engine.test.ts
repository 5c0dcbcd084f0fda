import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { GenerateRequest } from "../contract/generate-request.ts";
import { withTurns, userTurn } from "../engine/prompt/testing/conversations.ts";
import type { GpuCapabilities } from "../models/compatibility.ts";
import { testGpu } from "../models/testing/devices.ts";
import { deferred } from "../util/deferred.ts";
import { createLazyEngine } from "./lazy-engine.ts";

const request: GenerateRequest = {
  id: "chatcmpl-1",
  owner: "key",
  model: "a",
  conversation: withTurns(userTurn("Hi")),
};

function setUp(found: GpuCapabilities | null, failure: Error | Promise<never>) {
  let imports = 0;
  const engine = createLazyEngine({
    findModel: () => Promise.resolve(undefined),
    scope: new URL("https://example.org/"),
    onProgress: () => {},
    describeGpu: () => Promise.resolve(found),
    importEngine: () => {
      imports += 1;
      return failure instanceof Promise ? failure : Promise.reject(failure);
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

it("imports no code where there is no GPU", async () => {
  const { engine, generate, imports } = setUp(null, new Error("not imported"));
  const refusal = { code: "unsupported", message: expect.stringContaining("no WebGPU adapter") };
  await expect(generate()).rejects.toMatchObject(refusal);
  await expect(engine.load("a")).rejects.toMatchObject(refusal);
  expect(imports()).toBe(0);
});

it("can be tried again where its code could not be fetched", async () => {
  const { generate, imports } = setUp(testGpu, new TypeError("Importing a module script failed."));
  await expect(generate()).rejects.toMatchObject({ code: "unavailable" });
  await expect(generate()).rejects.toMatchObject({ code: "unavailable" });
  expect(imports()).toBe(2);
});

it("has nothing to unload where its code cannot be fetched", async () => {
  const code = deferred<never>();
  const { engine, generate, imports } = setUp(testGpu, code.promise);
  const generating = expect(generate()).rejects.toMatchObject({ code: "unavailable" });
  await expect.poll(imports).toBe(1);
  const unloading = engine.unload("a");
  code.reject(new TypeError("Importing a module script failed."));
  await Promise.all([generating, unloading]);
});

it("reports, in its own words, that the browser cannot run its code", async () => {
  const { generate } = setUp(testGpu, new SyntaxError("Unexpected token"));
  const message = "This browser cannot run the engine: use a newer one.";
  await expect(generate()).rejects.toMatchObject({ code: "unsupported", message });
  expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ cause: expect.any(SyntaxError) }));
});

it("leaves the check of the GPU to the engine, once its code is loaded", async () => {
  // The model files that the engine is given are not touched.
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("caches", {});
  const models: string[] = [];
  let looks = 0;
  const engine = createLazyEngine({
    findModel: () => Promise.resolve(undefined),
    scope: new URL("https://example.org/"),
    onProgress: () => {},
    describeGpu: () => {
      looks += 1;
      return Promise.resolve(testGpu);
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
