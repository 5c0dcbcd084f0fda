import { beforeEach, expect, it } from "vitest";
import { GGUF_CACHE } from "../engine/wllama/place-model.ts";
import { WLLAMA_MODELS } from "../engine/wllama/wllama-models.ts";
import { modelFolder } from "./cached-file.ts";
import { openTestBrowser, type TestBrowser } from "./testing/test-browser.ts";
import { testEngineConfig, testEngineContent } from "./testing/test-engine.ts";
import { listTestFile } from "./testing/test-files.ts";
import { createTestHost, type TestHost } from "./testing/test-host.ts";

const TEXT = "a model of thirty-two characters";

const url = "https://hub.test/folder/remote.gguf";
const bytes = new TextEncoder().encode(TEXT);
let browser: TestBrowser;
let host: TestHost;
let ranges: (string | null)[];
/** The number of bytes that a request for the second part brings before its connection breaks. */
let breakAfter: number | undefined;

beforeEach(async () => {
  host = createTestHost(testEngineContent);
  const engines = [{ ...WLLAMA_MODELS, listFile: listTestFile }];
  browser = await openTestBrowser({ config: testEngineConfig, engines, host });
  ranges = [];
  breakAfter = undefined;
  host.respond = (_, range) => {
    ranges.push(range);
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(range ?? "") ?? [];
    const [start, end] = [Number(first), Math.min(Number(last) + 1, bytes.length)];
    const headers = { "content-range": `bytes ${start}-${end - 1}/${bytes.length}` };
    const isCut = breakAfter !== undefined && start >= 10;
    const part = bytes.slice(start, isCut ? start + (breakAfter ?? 0) : end);
    return new Response(part, { status: 206, headers });
  };
});

const storedText = (id: string) =>
  [0, 10, 20, 30]
    .map((offset) => browser.caches.bytes(GGUF_CACHE, `${modelFolder(id)}gguf/part${offset}`))
    .map((bytes) => new TextDecoder().decode(bytes))
    .join("");

it("a file at an address is examined, downloaded in parts, and kept like any other model", async () => {
  const tab = browser.openTab();
  expect(await tab.adder.examine({ url })).toMatchObject({ name: "remote.gguf", bytes: TEXT.length });
  const id = await tab.adder.add({ url });
  expect(id).toBe("remote");
  expect(await tab.stateOf(id)).toMatchObject({ type: "paused", totalBytes: TEXT.length });
  ranges.length = 0;
  await tab.installer.install(id);
  expect(ranges).toEqual(["bytes=0-9", "bytes=10-19", "bytes=20-29", "bytes=30-31"]);
  expect(storedText(id)).toBe(TEXT);
  expect((await tab.catalogue.entries()).find((entry) => entry.id === id)).toMatchObject({
    origin: "hub.test",
    state: { type: "installed", bytes: TEXT.length },
  });
  expect(await tab.adder.add({ url })).toBe(id);
  // A part that the browser removes is downloaded again.
  const row = await browser.store.modelRow(id);
  if (row?.status !== "installed") throw new Error("not installed");
  ranges.length = 0;
  browser.caches.delete(`${modelFolder(id)}gguf/part10`);
  const parts = WLLAMA_MODELS.fileGroups(row.model).flatMap((group) => group.files);
  await tab.files.ensure("all", parts);
  expect(ranges).toEqual(["bytes=10-19"]);
});

it("a file at an address is resumed where its connection broke, even after a restart", async () => {
  const first = browser.openTab();
  const id = await first.adder.add({ url });
  breakAfter = 4;
  ranges.length = 0;
  await expect(first.installer.install(id)).rejects.toMatchObject({ code: "unreachable" });
  expect(ranges.slice(0, 3)).toEqual(["bytes=0-9", "bytes=10-19", "bytes=14-19"]);

  breakAfter = undefined;
  ranges.length = 0;
  const second = browser.openTab();
  expect(await second.stateOf(id)).toMatchObject({ type: "failed" });
  // Adding another file leaves it alone.
  await second.installer.install(await second.adder.add({ blob: new Blob(["another"]), name: "other.gguf" }));
  await second.installer.install(id);
  expect(ranges[0]).toBe("bytes=18-19");
  expect(storedText(id)).toBe(TEXT);
});

it("a file at an address is given up by removing it", async () => {
  const { adder, installer, catalogue } = browser.openTab();
  const id = await adder.add({ url });
  expect(await adder.add({ url })).toBe(id);
  await installer.remove(id);
  expect(await catalogue.find(id)).toBeUndefined();
  expect(await browser.store.listModelRows()).toEqual([]);
});

it.each([
  ["on a host that the deployment does not name", "https://other.test/a.gguf", "no models from other.test"],
  ["that is no address", "a.gguf", "'a.gguf' is no address"],
])("a file at an address is refused %s", async (_, address, message) => {
  const { adder } = browser.openTab();
  await expect(adder.add({ url: address })).rejects.toMatchObject({
    message: expect.stringContaining(message),
  });
  expect(ranges).toEqual([]);
});

it.each([
  ["sends no parts", () => new Response("all of it"), "the host does not send parts of it"],
  ["has no such file", () => new Response("no", { status: 404 }), "the host answered with status 404"],
  [
    "does not tell the file's size",
    () => new Response("a", { status: 206 }),
    "the host does not tell its size",
  ],
])("a file at an address is refused where the host %s", async (_, respond, message) => {
  host.respond = respond;
  await expect(browser.openTab().adder.add({ url })).rejects.toMatchObject({
    code: "failed",
    message: expect.stringContaining(message),
  });
  expect(await browser.store.listModelRows()).toEqual([]);
});
