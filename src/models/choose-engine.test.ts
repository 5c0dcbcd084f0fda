import { describe, expect, it } from "vitest";
import type { EngineName, EnginePreference } from "../contract/engine-name.ts";
import { chooseEngine, describeRefusals, type EngineOption, type Processors } from "./choose-engine.ts";
import { testDevice, testGpu } from "./testing/devices.ts";

const webLlm: EngineOption = {
  name: "web-llm",
  gpu: { features: [{ name: "subgroups" }], limits: {}, storageBufferBytes: null },
};
const wllama: EngineOption = { name: "wllama", gpu: null };
const both = [webLlm, wllama];
const NO_PROJECTOR = "There is no projector.";
const blind: EngineOption = { ...wllama, problem: NO_PROJECTOR };

const capable = { ...testGpu, features: new Set(["subgroups"]) };
const hardware: Processors = { gpu: capable, cpu: { simd: true } };
const software: Processors = { ...hardware, gpu: { ...capable, software: true } };
const lacking: Processors = { ...hardware, gpu: testGpu };
const none: Processors = { ...hardware, gpu: null };
const withoutSimd: Processors = { ...hardware, cpu: { simd: false } };

const NO_ADAPTER = "This browser offers no WebGPU adapter.";
const NO_FEATURE = "The GPU lacks the feature subgroups.";
const NO_SIMD = "This browser's WebAssembly has no SIMD instructions.";
const NO_FILES = "The model has no files for it.";

describe("chooseEngine", () => {
  it.each<[string, readonly EngineOption[], Processors, EnginePreference, EngineName[], string[]]>([
    ["a GPU before the CPU", both, hardware, "auto", ["web-llm", "wllama"], []],
    ["the same in any order of the files", both.toReversed(), hardware, "auto", ["web-llm", "wllama"], []],
    ["the CPU before a software adapter", both, software, "auto", ["wllama", "web-llm"], []],
    ["the CPU without an adapter", both, none, "auto", ["wllama"], [NO_ADAPTER]],
    ["the CPU where the GPU lacks something", both, lacking, "auto", ["wllama"], [NO_FEATURE]],
    ["a GPU where the CPU cannot run it", both, withoutSimd, "auto", ["web-llm"], [NO_SIMD]],
    ["a software adapter if there is no other way", [webLlm], software, "auto", ["web-llm"], []],
    ["nothing for a model without files", [], hardware, "auto", [], []],
    ["nothing where nothing can run it", [webLlm], none, "auto", [], [NO_ADAPTER]],
    ["only the preferred engine", both, hardware, "wllama", ["wllama"], []],
    ["the preferred engine, though it is slow", both, software, "web-llm", ["web-llm"], []],
    ["no substitute for the preferred engine", both, none, "web-llm", [], [NO_ADAPTER]],
    ["no other engine's files", [webLlm], hardware, "wllama", [], [NO_FILES]],
    ["no engine whose files lack a part", [webLlm, blind], none, "auto", [], [NO_ADAPTER, NO_PROJECTOR]],
  ])("chooses %s", (_, options, device, preference, candidates, reasons) => {
    const choice = chooseEngine(options, device, preference);
    expect(choice.candidates).toEqual(candidates);
    expect(choice.refusals.map(({ reason }) => reason)).toEqual(reasons);
  });

  it("treats a device that this browser describes fully as able to run both", () => {
    expect(chooseEngine([wllama], testDevice, "auto").candidates).toEqual(["wllama"]);
  });
});

describe("describeRefusals", () => {
  it.each<[EnginePreference, readonly EngineOption[], Processors, string]>([
    ["auto", [], hardware, "No engine of this deployment runs it."],
    ["auto", [webLlm], none, NO_ADAPTER],
    ["auto", both, { ...none, cpu: { simd: false } }, `web-llm: ${NO_ADAPTER} wllama: ${NO_SIMD}`],
    [
      "wllama",
      [webLlm],
      hardware,
      `The selected engine is wllama. ${NO_FILES} Select “auto” for any engine that can run it.`,
    ],
  ])("says why no engine runs a model, with the preference %s", (preference, options, device, text) => {
    const { refusals } = chooseEngine(options, device, preference);
    expect(describeRefusals(refusals, preference)).toBe(text);
  });
});
