import { expect, it } from "vitest";
import type { EngineName, EnginePreference } from "../contract/engine-name.ts";
import type { Processors } from "./choose-engine.ts";
import type { EngineModels } from "./engine-models.ts";
import { selectEngines } from "./select-engines.ts";
import { testDevice } from "./testing/devices.ts";
import { testModel } from "./testing/test-models.ts";

const engine = (name: EngineName, onGpu: boolean): EngineModels => ({
  name,
  describe: () => ({
    base: "",
    bytes: 1,
    memoryBytes: 1,
    gpu: onGpu ? { features: [], limits: {}, storageBufferBytes: null } : null,
  }),
  fileGroups: () => [],
  listModels: () => Promise.resolve([]),
});
const engines = [engine("web-llm", true), engine("wllama", false)];
const withoutGpu: Processors = { ...testDevice, gpu: null };
const nothing: Processors = { gpu: null, cpu: { simd: false } };

it.each<[string, Processors, EnginePreference, EngineName, boolean]>([
  ["that would run the model", testDevice, "auto", "web-llm", true],
  ["that would run the model in its place", withoutGpu, "auto", "wllama", true],
  ["that is preferred", testDevice, "wllama", "wllama", true],
  ["that is preferred, even if it cannot run here", withoutGpu, "web-llm", "web-llm", false],
  ["that comes first where none can run here", nothing, "auto", "web-llm", false],
])("selects the engine %s", (_, device, preference, name, canRun) => {
  const selected = selectEngines(engines, device, preference).forModel(testModel("m"));
  expect(selected.engine?.name).toBe(name);
  expect(selected.problem === undefined).toBe(canRun);
});

it("selects no engine for a model without files", () => {
  expect(selectEngines([], testDevice, "auto").forModel(testModel("m"))).toEqual({
    engine: undefined,
    problem: "No engine of this deployment runs it.",
  });
});
