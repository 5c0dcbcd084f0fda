/** The chooser with the engine that it chooses backends for: two scripted backends, one on the GPU, one on the CPU. */
import { expect, it } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import type { EngineName, EnginePreference } from "../contract/engine-name.ts";
import type { StreamPart } from "../contract/stream-part.ts";
import { createLocalEngine } from "../engine/local/create-local-engine.ts";
import { hi, installedFiles, textOf } from "../engine/local/testing/engine-setup.ts";
import { scriptedBackend } from "../engine/local/testing/scripted-backend.ts";
import { scriptedRuntime } from "../engine/local/testing/scripted-runtime.ts";
import type { Processors } from "../models/choose-engine.ts";
import type { GpuRequirements } from "../models/compatibility.ts";
import { testDevice, testGpu } from "../models/testing/devices.ts";
import { testModel } from "../models/testing/test-models.ts";
import { generateRequest } from "../wire/testing/generation.ts";
import { createEngineChooser, type DeployedEngine } from "./engine-chooser.ts";
import { withFallback } from "./with-fallback.ts";

const GPU: GpuRequirements = { features: [], limits: {}, storageBufferBytes: null };
const model = testModel("m");
const gpu = { name: "web-llm", version: "1", adapter: "Test GPU" };
const cpu = { name: "wllama", version: "2" };
const GPU_PROBLEM = "web-llm did not start: The engine failed to load the model 'm'.";

function setUp() {
  const events: string[] = [];
  const world = { preference: "auto" as EnginePreference, processors: testDevice as Processors };
  function deploy(name: EngineName, version: string, requirements: GpuRequirements | null) {
    const runtime = scriptedRuntime();
    runtime.tokens = [name];
    const backend = scriptedBackend(runtime, { name, version });
    const script = { failure: undefined as Error | undefined, checkFailure: undefined as Error | undefined };
    const load = runtime.load.bind(runtime);
    runtime.load = (id, onProgress) => {
      events.push(`load ${name}`);
      return script.failure === undefined ? load(id, onProgress) : Promise.reject(script.failure);
    };
    const engine: DeployedEngine = {
      models: {
        name,
        describe: () => ({ base: "", bytes: 1, memoryBytes: 1, gpu: requirements }),
        fileGroups: () => [],
        listModels: () => Promise.resolve([]),
      },
      identity: { name, version },
      open: () =>
        Promise.resolve({
          ...backend,
          checkDevice: () =>
            script.checkFailure === undefined ? Promise.resolve() : Promise.reject(script.checkFailure),
        }),
    };
    return { engine, script };
  }
  const webLlm = deploy("web-llm", "1", GPU);
  const wllama = deploy("wllama", "2", null);
  const chooser = createEngineChooser({
    engines: [webLlm.engine, wllama.engine],
    describeProcessors: () => Promise.resolve(world.processors),
    readPreference: () => Promise.resolve(world.preference),
    defaultModel: model,
  });
  const engine = withFallback(
    createLocalEngine({
      findModel: () => Promise.resolve(model),
      chooseBackend: chooser.chooseBackend,
      files: installedFiles(),
      onProgress: () => {},
    }),
    chooser,
  );
  const ask = async () => {
    const parts: StreamPart[] = [];
    const request = { ...generateRequest("1", "Hi"), conversation: hi };
    for await (const part of engine.generate(request, new AbortController().signal)) parts.push(part);
    return { parts, text: textOf(parts) };
  };
  return { world, webLlm: webLlm.script, wllama: wllama.script, chooser, engine, ask, events };
}

it("answers with the best engine, and names it and its adapter", async () => {
  const { chooser, ask } = setUp();
  expect(await chooser.inUse()).toEqual({ identity: gpu });
  const { parts, text } = await ask();
  expect(text).toBe("web-llm");
  expect(parts[0]).toMatchObject({ type: "admitted", engine: gpu });
  expect(await chooser.inUse()).toEqual({ identity: gpu });
});

it("foresees the engine of the first load", async () => {
  const { world, chooser } = setUp();
  world.processors = { ...testDevice, gpu: { ...testGpu, software: true } };
  expect(await chooser.inUse()).toEqual({ identity: cpu });
  world.processors = { gpu: null, cpu: { simd: false } };
  expect((await chooser.inUse()).identity.name).toBe("web-llm");
});

it("answers with another engine after the settings have changed", async () => {
  const { world, chooser, ask, events } = setUp();
  expect((await ask()).text).toBe("web-llm");
  world.preference = "wllama";
  expect((await ask()).text).toBe("wllama");
  expect(await chooser.inUse()).toEqual({ identity: cpu });
  expect(events).toEqual(["load web-llm", "load wllama"]);
});

it("answers on the CPU once WebGPU is lost for good", async () => {
  const { world, ask } = setUp();
  expect((await ask()).text).toBe("web-llm");
  world.processors = { ...testDevice, gpu: null };
  expect((await ask()).text).toBe("wllama");
});

it("refuses what the preferred engine cannot run, and loads nothing", async () => {
  const { world, ask, engine, events } = setUp();
  world.preference = "web-llm";
  world.processors = { ...testDevice, gpu: null };
  const refusal = {
    code: "unsupported",
    message: expect.stringMatching(
      /^The model 'm' cannot run here\. The selected engine is web-llm.*no WebGPU adapter/,
    ),
  };
  await expect(ask()).rejects.toMatchObject(refusal);
  await expect(engine.load("m")).rejects.toMatchObject(refusal);
  expect(events).toEqual([]);
});

it("falls to the next engine in the same request where one does not start, and says why", async () => {
  const { webLlm, chooser, ask, events } = setUp();
  webLlm.failure = new Error("internal details");
  const { parts, text } = await ask();
  expect(text).toBe("wllama");
  expect(parts.filter(({ type }) => type === "admitted")).toHaveLength(1);
  expect(parts.filter(({ type }) => type === "started")).toEqual([{ type: "started", engine: cpu }]);
  expect(await chooser.inUse()).toEqual({ identity: cpu, problem: GPU_PROBLEM });
  // It is remembered.
  expect((await ask()).text).toBe("wllama");
  expect(events).toEqual(["load web-llm", "load wllama"]);
});

it("falls to the next engine in a load, and where a device is refused", async () => {
  const { webLlm, chooser, engine } = setUp();
  webLlm.checkFailure = new EngineError("unsupported", "No device.");
  await engine.load("m");
  expect(await chooser.inUse()).toEqual({ identity: cpu, problem: "web-llm did not start: No device." });
});

it("reports the last failure where no engine starts, and tries all again with the next request", async () => {
  const { webLlm, wllama, chooser, ask, events } = setUp();
  webLlm.failure = new Error("internal details");
  wllama.failure = new EngineError("unsupported", "No memory.");
  await expect(ask()).rejects.toMatchObject({ code: "unsupported", message: "No memory." });
  webLlm.failure = undefined;
  expect((await ask()).text).toBe("web-llm");
  expect(events).toEqual(["load web-llm", "load wllama", "load web-llm"]);
  expect(await chooser.inUse()).toEqual({ identity: gpu });
});

it("does not fall to another engine than the preferred one", async () => {
  const { world, webLlm, ask, events } = setUp();
  world.preference = "web-llm";
  webLlm.failure = new Error("internal details");
  await expect(ask()).rejects.toMatchObject({ code: "failed" });
  await expect(ask()).rejects.toMatchObject({ code: "failed" });
  expect(events).toEqual(["load web-llm", "load web-llm"]);
});

it("keeps an engine whose files or worker cannot be had at the moment", async () => {
  const { webLlm, chooser, ask } = setUp();
  webLlm.failure = new EngineError("unavailable", "The tab was closed. Try again.");
  await expect(ask()).rejects.toMatchObject({ code: "unavailable" });
  webLlm.failure = undefined;
  expect((await ask()).text).toBe("web-llm");
  expect(await chooser.inUse()).toEqual({ identity: gpu });
});
