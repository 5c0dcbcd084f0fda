import { expect, it } from "vitest";
import { readWebLlmRecords } from "../../../../tools/vite/catalogue.ts";
import { readDeployment } from "../../../../tools/vite/deployment.ts";
import { createCatalogue } from "../../../models/catalogue.ts";
import { testDevice } from "../../../models/testing/devices.ts";
import { createWebLlmModels } from "./web-llm-models.ts";

const config = readDeployment("insitu.config.json");

it("adds web-llm's list to the deployment's models, and tells which of them run here", async () => {
  const catalogue = createCatalogue({
    config,
    engines: [createWebLlmModels(() => readWebLlmRecords(config))],
    store: { listModelRows: () => Promise.resolve([]) },
    files: { isInstalled: () => Promise.resolve(false) },
    describeDevice: () => Promise.resolve(testDevice),
    readPreference: () => Promise.resolve("auto"),
    scope: new URL("https://app.test/sub/"),
  });
  const entries = await catalogue.entries();
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  expect(entries.length).toBeGreaterThan(150);
  expect(entries[0]).toMatchObject({
    id: "smollm2-135m-instruct",
    source: "embedded",
    origin: "app.test",
    state: { type: "not-installed" },
    fits: { type: "yes" },
  });
  expect(byId.get("Qwen3-0.6B-q4f32_1-MLC")).toMatchObject({
    source: "catalogue",
    origin: "huggingface.co",
    contextLength: 4096,
    downloadBytes: null,
    fits: { type: "yes" },
  });
  expect(byId.get("Qwen3-0.6B-q4f16_1-MLC")?.fits).toMatchObject({
    reason: expect.stringContaining("q4f32"),
  });
  expect(byId.get("Llama-3.1-8B-Instruct-q4f32_1-MLC")?.fits).toMatchObject({
    reason: expect.stringMatching(/^It takes 6\.\d GB of memory, but this machine has 4\.3 GB\.$/),
  });
});
