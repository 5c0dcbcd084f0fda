import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, expect, it } from "vitest";
import type { EnginePreference } from "../contract/engine-name.ts";
import { openStore, type Store } from "../store/store.ts";
import { createCatalogue } from "./catalogue.ts";
import type { EngineModels } from "./engine-models.ts";
import { testDevice } from "./testing/devices.ts";
import { createTestEngine, TEST_MODEL_BYTES, testEngineConfig } from "./testing/test-engine.ts";
import { testModel } from "./testing/test-models.ts";

let store: Store;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  store = await openStore("test");
});

interface OpenOptions {
  readonly isInstalled?: boolean;
  readonly engines?: readonly EngineModels[];
  readonly preference?: EnginePreference;
}

function open({
  isInstalled = false,
  engines = [createTestEngine()],
  preference = "auto",
}: OpenOptions = {}) {
  return createCatalogue({
    config: testEngineConfig,
    engines,
    store,
    files: { isInstalled: () => Promise.resolve(isInstalled) },
    describeDevice: () => Promise.resolve(testDevice),
    readPreference: () => Promise.resolve(preference),
    scope: new URL("https://app.test/sub/"),
  });
}

async function entry(id: string, catalogue = open()) {
  return (await catalogue.entries()).find((one) => one.id === id);
}

it("lists the deployment's models, then the engines' own", async () => {
  const entries = await open().entries();
  expect(entries.map(({ id, source }) => [id, source])).toEqual([
    ["embedded", "embedded"],
    ["known", "catalogue"],
    ["listed", "catalogue"],
  ]);
  expect(entries[1]).toMatchObject({
    origin: "hub.test",
    downloadBytes: TEST_MODEL_BYTES,
    state: { type: "not-installed" },
    fits: { type: "yes" },
  });
  expect(entries[2]).toMatchObject({ origin: "hub.test", downloadBytes: null, fits: { type: "yes" } });
});

it("reports an unfinished install, also after a restart", async () => {
  const unfinished = { id: "listed", message: "", loadedBytes: 5, totalBytes: 2e9, files: [] };
  await store.putModelRow({ ...unfinished, status: "installing" });
  expect(await entry("listed")).toMatchObject({
    state: { type: "paused", loadedBytes: 5, totalBytes: 2e9 },
    downloadBytes: 2e9,
    fits: { type: "no", reason: "It takes 2 GB, but the browser has room for 1 GB." },
  });
  await store.putModelRow({ ...unfinished, status: "failed", message: "No." });
  expect((await entry("listed"))?.state).toMatchObject({ type: "failed", message: "No." });
});

it("keeps an installed model in the list after the deployment dropped it", async () => {
  await store.putModelRow({ id: "former", status: "installed", model: testModel("former") });
  expect(await entry("former")).toMatchObject({
    source: "catalogue",
    state: { type: "installed", bytes: TEST_MODEL_BYTES },
  });
  expect(await open().find("former")).toMatchObject({ type: "model" });
});

it("takes an embedded model for installed where its files are present", async () => {
  const catalogue = open({ isInstalled: true });
  expect((await entry("embedded", catalogue))?.state).toMatchObject({ type: "installed" });
  expect((await entry("known", catalogue))?.state).toEqual({ type: "not-installed" });
});

it("lists a model that no engine runs, and says so", async () => {
  expect(await entry("known", open({ engines: [] }))).toMatchObject({
    fits: { type: "no", reason: "No engine of this deployment runs it." },
  });
});
