import { expect, it } from "vitest";
import { scriptedBackend } from "../engine/local/testing/scripted-backend.ts";
import { scriptedRuntime } from "../engine/local/testing/scripted-runtime.ts";
import type { GpuCapabilities } from "../models/compatibility.ts";
import { testGpu } from "../models/testing/devices.ts";
import { createLazyBackend } from "./lazy-backend.ts";

function setUp(found: GpuCapabilities | null, failure?: Error) {
  const counts = { looks: 0, imports: 0 };
  const backend = scriptedBackend(scriptedRuntime());
  const openBackend = createLazyBackend({
    describeGpu: () => {
      counts.looks += 1;
      return Promise.resolve(found);
    },
    importBackend: () => {
      counts.imports += 1;
      return failure === undefined
        ? Promise.resolve({ createWebLlmBackend: () => backend })
        : Promise.reject(failure);
    },
  });
  return { backend, openBackend, counts };
}

it("imports no code where there is no GPU", async () => {
  const { openBackend, counts } = setUp(null);
  await expect(openBackend()).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringContaining("no WebGPU adapter"),
  });
  expect(counts.imports).toBe(0);
});

it("can be tried again where its code could not be fetched", async () => {
  const { openBackend, counts } = setUp(testGpu, new TypeError("Importing a module script failed."));
  await expect(openBackend()).rejects.toMatchObject({ code: "unavailable" });
  await expect(openBackend()).rejects.toMatchObject({ code: "unavailable" });
  expect(counts.imports).toBe(2);
});

it("reports, in its own words, that the browser cannot run its code", async () => {
  const cause = new SyntaxError("Unexpected token");
  const { openBackend } = setUp(testGpu, cause);
  const message = "This browser cannot run the engine: use a newer one.";
  await expect(openBackend()).rejects.toMatchObject({ code: "unsupported", message, cause });
});

it("leaves the check of the GPU to the backend, once its code is loaded", async () => {
  const { backend, openBackend, counts } = setUp(testGpu);
  const opened = await Promise.all([openBackend(), openBackend()]);
  expect(opened).toEqual([backend, backend]);
  counts.looks = 0;
  expect(await openBackend()).toBe(backend);
  expect(counts).toEqual({ looks: 0, imports: 1 });
});
