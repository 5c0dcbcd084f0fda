/** Installs the fixture model by web-llm's record of it and, to compare, by a catalogue entry with all checksums. */
import { readFileSync, statSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { readDeployment } from "../../../../tools/vite/deployment.ts";
import { openTestBrowser, type TestBrowser } from "../../../models/testing/test-browser.ts";
import { createTestHost, type TestHost } from "../../../models/testing/test-host.ts";
import { createWebLlmModels } from "./web-llm-models.ts";

const config = readDeployment("tests/fixtures/insitu.config.json");
const RECORDS = config.catalogue?.web_llm_records ?? [];
const SHARD = "params_shard_0.bin";
const FILES = ["library.wasm", "mlc-chat-config.json", SHARD, "tensor-cache.json", "tokenizer.json"];

const pathOf = (file: string) =>
  `tests/fixtures/models/${file.endsWith(".wasm") ? "fixture-chat" : "fixture-length/resolve/main"}/${file}`;
const BYTES = FILES.reduce((sum, file) => sum + statSync(pathOf(file)).size, 0);

let host: TestHost;
let browser: TestBrowser;

async function open(records = RECORDS): Promise<void> {
  host = createTestHost((file) => new Uint8Array(readFileSync(pathOf(file))));
  const engines = [createWebLlmModels(() => Promise.resolve(records))];
  browser = await openTestBrowser({ config, engines, host });
}

beforeEach(() => open());

describe.each(["fixture-remote", "fixture-record"])("install of %s", (id) => {
  it("downloads every file once", async () => {
    const { installer, stateOf } = browser.openTab();
    await installer.install(id);
    expect(host.requests.toSorted()).toEqual(FILES);
    expect(await stateOf(id)).toEqual({ type: "installed", bytes: BYTES });
  });

  it("resumes after a restart with the file it was at", async () => {
    const first = browser.openTab();
    const { installing } = await first.installUntil(SHARD, id);
    await first.installer.pause(id);
    await expect(installing).rejects.toThrow("paused");
    expect(await first.stateOf(id)).toMatchObject({ type: "paused", totalBytes: BYTES });

    host.requests.length = 0;
    host.answer = () => undefined;
    await browser.openTab().installer.install(id);
    expect(host.requests[0]).toBe(SHARD);
    expect(host.requests).not.toContain("library.wasm");
  });

  it("requests neither weights nor the library where the quota is too small", async () => {
    const { installer } = browser.openTab();
    browser.quota = 300_000;
    await expect(installer.install(id)).rejects.toMatchObject({ code: "no-space" });
    expect(host.requests).not.toContain(SHARD);
    expect(host.requests).not.toContain("library.wasm");
  });
});

it("records the same files as the catalogue entry", async () => {
  const { installer } = browser.openTab();
  await installer.install("fixture-remote");
  await installer.install("fixture-record");
  const [known, recorded] = await Promise.all([
    browser.store.modelRow("fixture-remote"),
    browser.store.modelRow("fixture-record"),
  ]);
  const sums = (row: typeof known) => {
    if (row?.status !== "installed") throw new Error("not installed");
    const { "web-llm": entry } = row.model.engines;
    return new Set([entry?.library, ...(entry?.files ?? [])].map((file) => file?.sha256));
  };
  expect(sums(recorded)).toEqual(sums(known));
});

it.each([
  ["mlc-chat-config.json", '{"tokenizer_files": ["tokenizer.model"]}', "has no tokenizer.json"],
  ["mlc-chat-config.json", '{"tokenizer_files": ["tokenizer.json"]}', "does not state its context length"],
  ["tensor-cache.json", '{"records": []}', "tensor-cache.json is not what web-llm reads"],
])("refuses a %s that web-llm cannot read: %s", async (path, content, message) => {
  await open(RECORDS.map(({ overrides: _, ...record }) => record));
  host.answer = (file) => (file === path ? new Response(content) : undefined);
  await expect(browser.openTab().installer.install("fixture-record")).rejects.toMatchObject({
    code: "failed",
    message: expect.stringContaining(message),
  });
});

it("keeps the GPU features that a record requires, so that they can be checked before a load", async () => {
  await open(RECORDS.map((record) => ({ ...record, required_features: ["shader-f16"] })));
  await browser.openTab().installer.install("fixture-record");
  expect(await browser.store.modelRow("fixture-record")).toMatchObject({
    model: { engines: { "web-llm": { required_features: ["shader-f16"] } } },
  });
});
