import { describe, expect, it } from "vitest";
import { readDeployment } from "../../../../tools/vite/deployment.ts";
import { readWebLlmRecords } from "../../../../tools/vite/catalogue.ts";
import { baseOf, summarise } from "./record-summary.ts";

const record = {
  model_id: "Llama-3.2-1B-Instruct-q4f16_1-MLC",
  model: "https://hub.test/mlc-ai/Llama-3.2-1B-Instruct-q4f16_1-MLC",
  model_lib: "https://libs.test/llama.wasm",
  vram_required_MB: 879.04,
  low_resource_required: true,
  overrides: { context_window_size: 4096 },
};

describe("summarise", () => {
  it("reads a record of web-llm's list", () => {
    expect(summarise(record)).toEqual({
      id: record.model_id,
      name: "Llama 3.2 1B Instruct (q4f16)",
      description: "4-bit weights, 16-bit arithmetic. Designed for small devices.",
      ownedBy: "meta-llama",
      license: "Llama 3.2 Community License",
      contextLength: 4096,
      inputModalities: ["text"],
      memoryBytes: 921_740_247,
    });
  });

  it("names the publisher and no licence for a model of no known family", () => {
    const unknown = {
      model_id: "mine",
      model: "https://hub.test/me/mine/resolve/v1/",
      model_lib: record.model_lib,
    };
    expect(summarise(unknown)).toMatchObject({
      name: "mine",
      ownedBy: "me",
      license: null,
      contextLength: null,
      memoryBytes: null,
    });
  });

  it("gives every model of web-llm's list a name of its own, and finds those that take images", async () => {
    const all = (await readWebLlmRecords(readDeployment("insitu.config.json"))).map(summarise);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.filter(({ ownedBy }) => ownedBy === "mlc-ai")).toEqual([]);
    const seeing = all.filter(({ inputModalities }) => inputModalities.includes("image"));
    expect(seeing.map(({ id }) => id.replace(/-q.*/, ""))).toEqual([
      "Phi-3.5-vision-instruct",
      "Phi-3.5-vision-instruct",
      "gemma-4-E2B-it",
      "gemma-4-E2B-it",
    ]);
    expect(all.find(({ id }) => id.startsWith("Qwen2.5-3B"))?.license).toBe("Qwen Research License");
    expect(all.find(({ id }) => id.startsWith("Qwen2.5-7B"))?.license).toBe("Apache-2.0");
  });
});

it("baseOf takes a repository for its main branch, unless the record names a revision", () => {
  expect(baseOf(record)).toBe(`${record.model}/resolve/main/`);
  const revision = "https://hub.test/me/mine/resolve/v1/";
  expect(baseOf({ ...record, model: revision })).toBe(revision);
});
