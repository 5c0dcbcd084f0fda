/** A second engine, with other files, beside web-llm: neither web-llm's adapter nor this room knows of it. */
import { beforeEach, expect, it } from "vitest";
import { createWebLlmModels } from "../engine/web-llm/model-list/web-llm-models.ts";
import { openTestBrowser, type TestBrowser } from "./testing/test-browser.ts";
import {
  createTestEngine,
  HEADER,
  testEngineConfig,
  testEngineContent,
  WEIGHTS,
} from "./testing/test-engine.ts";
import { createTestHost, type TestHost } from "./testing/test-host.ts";
import { testModel } from "./testing/test-models.ts";

const SHARD = new TextEncoder().encode("web-llm's weights");
const SHARD_SHA256 = "d0e580fbe1770913f82d550375cf45d96935a007344f7fda958369dead7196ae";

const shardFile = (path: string) => ({ path, bytes: SHARD.length, sha256: SHARD_SHA256 });
const webLlmModel = testModel("web-llm-model", {
  engines: {
    "web-llm": {
      base: "https://hub.test/",
      library: shardFile("library.wasm"),
      files: ["mlc-chat-config.json", "tokenizer.json", "params_shard_0.bin"].map(shardFile),
    },
  },
});

let host: TestHost;
let browser: TestBrowser;

beforeEach(async () => {
  host = createTestHost((path) => (path === HEADER || path === WEIGHTS ? testEngineContent(path) : SHARD));
  const engines = [
    createWebLlmModels(() => Promise.resolve([])),
    createTestEngine((model) => model.engines["web-llm"] === undefined),
  ];
  const catalogue = { models: [...(testEngineConfig.catalogue?.models ?? []), webLlmModel] };
  browser = await openTestBrowser({ config: { ...testEngineConfig, catalogue }, engines, host });
});

it("lists the models of both engines, each with its own requirements", async () => {
  const { catalogue } = browser.openTab();
  const entries = await catalogue.entries();
  expect(entries.map(({ id }) => id)).toEqual(["embedded", "known", "web-llm-model", "listed"]);
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
