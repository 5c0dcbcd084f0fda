import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, expect, it } from "vitest";
import { readWebLlmRecords } from "../../tools/vite/catalogue.ts";
import { readDeployment } from "../../tools/vite/deployment.ts";
import { openStore, type Store } from "../store/store.ts";
import { bytesOf, createCatalogue } from "./catalogue.ts";
import type { Device } from "./compatibility.ts";

const config = readDeployment("insitu.config.json");
const software: Device = {
  gpu: {
    features: new Set(),
    limits: {
      maxBufferSize: 2 ** 30,
      maxStorageBufferBindingSize: 2 ** 30,
      maxComputeWorkgroupStorageSize: 2 ** 15,
      maxStorageBuffersPerShaderStage: 10,
    },
  },
  memoryBytes: 2 ** 32,
  freeBytes: 1e9,
};

let store: Store;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  store = await openStore("test");
});

function open({ installed = false, device = software } = {}) {
  return createCatalogue({
    config,
    records: () => readWebLlmRecords(config),
    store,
    files: { isInstalled: () => Promise.resolve(installed) },
    place: () => [],
    device: () => Promise.resolve(device),
    scope: new URL("https://app.test/sub/"),
  });
}

it("lists the deployment's models and web-llm's, and says what runs here", async () => {
  const entries = await open().entries();
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

it("says what an install is at, also after a restart", async () => {
  const id = "Qwen3-0.6B-q4f32_1-MLC";
  const unfinished = { id, message: "", loadedBytes: 5, totalBytes: 2e9, files: [] };
  await store.putModelRow({ ...unfinished, status: "installing" });
  const [entry] = (await open().entries()).filter((one) => one.id === id);
  expect(entry).toMatchObject({
    state: { type: "paused", loadedBytes: 5, totalBytes: 2e9 },
    downloadBytes: 2e9,
    fits: { type: "no", reason: "It takes 2 GB, but the browser has room for 1 GB." },
  });
  await store.putModelRow({ ...unfinished, status: "failed", message: "No." });
  expect((await open().entries()).find((one) => one.id === id)?.state).toMatchObject({ message: "No." });
});

it("keeps a model in the list that was installed from it once", async () => {
  const [model] = config.models;
  if (model === undefined) throw new Error("the deployment has no model");
  await store.putModelRow({ id: "former", status: "installed", model: { ...model, id: "former" } });
  const entry = (await open().entries()).find(({ id }) => id === "former");
  expect(entry).toMatchObject({ source: "catalogue", state: { type: "installed", bytes: bytesOf(model) } });
  expect(await open().find("former")).toMatchObject({ type: "model" });
});

it("finds an embedded model installed where its files are", async () => {
  const [entry] = await open({ installed: true }).entries();
  expect(entry?.state).toMatchObject({ type: "installed" });
});
