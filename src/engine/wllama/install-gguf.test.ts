import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { testEngineConfig } from "../../models/testing/test-engine.ts";
import { openTestBrowser } from "../../models/testing/test-browser.ts";
import { createTestHost } from "../../models/testing/test-host.ts";
import { testModel } from "../../models/testing/test-models.ts";
import { WLLAMA_MODELS } from "./wllama-models.ts";

const PARTS = new Map(["one", "two"].map((name) => [name, new TextEncoder().encode(`part ${name}`)]));
const files = Array.from(PARTS, ([path, content]) => ({
  path,
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
}));
const inCatalogue = testModel("gguf", { engines: { wllama: { base: "https://hub.test/", files } } });

async function open() {
  const host = createTestHost((file) => PARTS.get(file) ?? new Uint8Array());
  const config = { models: testEngineConfig.models, catalogue: { models: [inCatalogue] } };
  const browser = await openTestBrowser({ config, engines: [WLLAMA_MODELS], host });
  return { host, browser, tab: browser.openTab() };
}

it("installs a GGUF file of the catalogue, part by part, verified", async () => {
  const { host, browser, tab } = await open();
  expect((await tab.catalogue.entries()).find(({ id }) => id === "gguf")).toMatchObject({
    downloadBytes: 16,
    origin: "hub.test",
    fits: { type: "yes" },
  });
  await tab.installer.install("gguf");
  expect(host.requests).toEqual(["one", "two"]);
  expect(await tab.stateOf("gguf")).toEqual({ type: "installed", bytes: 16 });
  await tab.installer.remove("gguf");
  expect(browser.caches.keys()).toEqual([]);
});

it("refuses a damaged part by name", async () => {
  const { host, browser, tab } = await open();
  host.answer = (file) => (file === "two" ? new Response("part TWO") : undefined);
  await expect(tab.installer.install("gguf")).rejects.toMatchObject({
    code: "damaged",
    message: expect.stringContaining("https://hub.test/two"),
  });
  expect(browser.caches.keys().some((key) => key.endsWith("two"))).toBe(false);
});
