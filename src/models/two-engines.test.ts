/** A second engine, with other files, beside web-llm: neither web-llm's adapter nor this room knows of it. */
import { beforeEach, expect, it } from "vitest";
import { createWebLlmModels } from "../engine/web-llm/model-list/web-llm-models.ts";
import { openTestBrowser, type TestBrowser } from "./testing/test-browser.ts";
import {
  createTestEngine,
  HEADER,
  TEST_MODEL_BYTES,
  testEngineConfig,
  testEngineContent,
  WEIGHTS,
} from "./testing/test-engine.ts";
import { createTestHost, type TestHost } from "./testing/test-host.ts";
import { testModel } from "./testing/test-models.ts";

const SHARD = new TextEncoder().encode("web-llm's weights");
const SHARD_SHA256 = "d0e580fbe1770913f82d550375cf45d96935a007344f7fda958369dead7196ae";

const shardFile = (path: string) => ({ path, bytes: SHARD.length, sha256: SHARD_SHA256 });
const WEB_LLM_FILES = ["mlc-chat-config.json", "tokenizer.json", "params_shard_0.bin"];
const engines = {
  "web-llm": {
    base: "https://hub.test/",
    library: shardFile("library.wasm"),
    files: WEB_LLM_FILES.map(shardFile),
  },
};
const webLlmModel = testModel("web-llm-model", { engines });
/** A model with files for both engines. */
const both = testModel("both", { engines });

let host: TestHost;
let browser: TestBrowser;

beforeEach(async () => {
  host = createTestHost((path) => (path === HEADER || path === WEIGHTS ? testEngineContent(path) : SHARD));
  const engines = [
    createWebLlmModels(() => Promise.resolve([])),
    createTestEngine(({ id }) => id !== webLlmModel.id),
  ];
  const catalogue = { models: [...(testEngineConfig.catalogue?.models ?? []), webLlmModel, both] };
  browser = await openTestBrowser({ config: { ...testEngineConfig, catalogue }, engines, host });
});

it("lists the models of both engines, each with its own requirements", async () => {
  const { catalogue } = browser.openTab();
  const entries = await catalogue.entries();
  expect(entries.map(({ id }) => id)).toEqual(["embedded", "known", "web-llm-model", "both", "listed"]);
});

it("installs and removes the models of one engine without touching the other's", async () => {
  const { installer, stateOf } = browser.openTab();
  await installer.install("web-llm-model");
  const webLlmKeys = browser.caches.keys();
  host.requests.length = 0;
  await Promise.all([installer.install("known"), installer.install("listed")]);
  expect(host.requests).toEqual([HEADER, WEIGHTS, HEADER, WEIGHTS]);
  await Promise.all([installer.remove("known"), installer.remove("listed")]);
  expect(browser.caches.keys()).toEqual(webLlmKeys);
  expect(await stateOf("web-llm-model")).toMatchObject({ type: "installed" });
});

it("takes a model for installed where the engine that would run it has its files", async () => {
  const { catalogue, installer, stateOf } = browser.openTab();
  await installer.install("both");
  expect(host.requests).toEqual(expect.arrayContaining(WEB_LLM_FILES));
  expect(await stateOf("both")).toMatchObject({ type: "installed" });

  browser.preference = "wllama";
  expect((await catalogue.entries()).find(({ id }) => id === "both")).toMatchObject({
    state: { type: "not-installed" },
    downloadBytes: TEST_MODEL_BYTES,
  });
  host.requests.length = 0;
  await installer.install("both");
  expect(host.requests).toEqual([HEADER, WEIGHTS]);
  expect(await stateOf("both")).toEqual({ type: "installed", bytes: TEST_MODEL_BYTES });
  browser.preference = "auto";
  expect(await stateOf("both")).toMatchObject({ type: "installed" });

  await installer.remove("both");
  expect(browser.caches.keys()).toEqual([]);
  expect(await stateOf("both")).toEqual({ type: "not-installed" });
});

it("keeps a model that one engine runs while another engine's files are downloaded, and after a failure", async () => {
  const { installer, installUntil } = browser.openTab();
  await installer.install("both");
  browser.preference = "wllama";
  const { installing } = await installUntil(WEIGHTS, "both");
  expect(await browser.store.modelRow("both")).toMatchObject({ status: "installed" });
  await installer.pause("both");
  await expect(installing).rejects.toThrow("paused");
  expect(await browser.store.modelRow("both")).toMatchObject({ status: "installed" });
});

it("says that a model has no files for the preferred engine", async () => {
  browser.preference = "wllama";
  const entry = (await browser.openTab().catalogue.entries()).find(({ id }) => id === "web-llm-model");
  expect(entry?.fits).toMatchObject({
    type: "no",
    reason: expect.stringContaining("The selected engine is wllama. The model has no files for it."),
  });
});
