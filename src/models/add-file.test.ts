import { beforeEach, describe, expect, it } from "vitest";
import { GGUF_CACHE } from "../engine/wllama/place-model.ts";
import { WLLAMA_MODELS } from "../engine/wllama/wllama-models.ts";
import { modelFolder } from "./cached-file.ts";
import { openTestBrowser, type TestBrowser } from "./testing/test-browser.ts";
import { testEngineConfig, testEngineContent } from "./testing/test-engine.ts";
import { listTestFile } from "./testing/test-files.ts";
import { createTestHost } from "./testing/test-host.ts";

const TEXT = "a model of thirty-two characters";
const fileOf = (text: string, name = "My model (1).gguf") => ({ blob: new Blob([text]), name });

let browser: TestBrowser;

beforeEach(async () => {
  const host = createTestHost(testEngineContent);
  browser = await openTestBrowser({
    config: testEngineConfig,
    engines: [{ ...WLLAMA_MODELS, listFile: listTestFile }],
    host,
  });
});

/** Stores a file. @returns its model's id */
async function store({ adder, installer }: ReturnType<TestBrowser["openTab"]>, file = fileOf(TEXT)) {
  const id = await adder.add(file);
  await installer.install(id);
  return id;
}

const storedText = (id: string) =>
  [0, 10, 20, 30]
    .map((offset) => browser.caches.bytes(GGUF_CACHE, `${modelFolder(id)}gguf/part${offset}`))
    .map((bytes) => new TextDecoder().decode(bytes))
    .join("");

it("describes a file without storing anything", async () => {
  const { adder } = browser.openTab();
  expect(await adder.examine(fileOf(TEXT))).toMatchObject({ bytes: TEXT.length, problem: null });
  expect([browser.caches.keys(), await browser.store.listModelRows()]).toEqual([[], []]);
});

it("stores a file in parts, as an installed model that outlives the tab and can be removed", async () => {
  const id = await store(browser.openTab());
  expect(id).toBe("My-model-1");
  expect(storedText(id)).toBe(TEXT);
  expect(await browser.store.modelRow(id)).toMatchObject({
    status: "installed",
    model: { id, engines: { wllama: { base: "file:///", files: { length: 4 } } } },
  });
  const { stateOf, catalogue, installer } = browser.openTab();
  expect(await stateOf(id)).toEqual({ type: "installed", bytes: TEXT.length });
  expect((await catalogue.entries()).find((entry) => entry.id === id)).toMatchObject({ origin: "" });
  await installer.remove(id);
  expect([browser.caches.keys(), await browser.store.listModelRows()]).toEqual([[], []]);
});

it("reports its progress", async () => {
  const { adder, installer } = browser.openTab();
  const id = await adder.add(fileOf(TEXT));
  expect(installer.states()).toMatchObject([{ id, state: { type: "installing" } }]);
  await installer.install(id);
  expect(browser.changes).toContain("progress");
  expect(browser.changes.at(-1)).toBe("catalogue");
});

it("recognises a file whose content is installed, whatever its name", async () => {
  const tab = browser.openTab();
  const id = await store(tab);
  expect(await store(tab, fileOf(TEXT, "other.gguf"))).toBe(id);
  expect(await store(tab, fileOf(TEXT.toUpperCase(), "My model (1).gguf"))).toBe(`${id}-2`);
  expect(await browser.store.listModelRows()).toHaveLength(2);
});

it("stores a file again whose parts the browser has removed", async () => {
  const tab = browser.openTab();
  const id = await store(tab);
  for (const key of browser.caches.keys()) browser.caches.delete(key);
  expect(await store(tab)).toBe(id);
  expect(storedText(id)).toBe(TEXT);
});

it("keeps the ids of the catalogue", async () => {
  expect(await store(browser.openTab(), fileOf(TEXT, "known.gguf"))).toBe("known-2");
});

describe("refuses", () => {
  it.each([
    ["a file that no engine reads", "unreadable", "The file 'a.gguf' is unreadable."],
    ["a file that cannot be used", "refused", "This file cannot be used."],
  ])("%s", async (_, text, message) => {
    const { adder } = browser.openTab();
    await expect(adder.add(fileOf(text, "a.gguf"))).rejects.toMatchObject({ code: "failed", message });
    expect([browser.caches.keys(), await browser.store.listModelRows()]).toEqual([[], []]);
  });

  it("a file that does not fit into the quota", async () => {
    const { adder } = browser.openTab();
    browser.quota = 20;
    await expect(adder.add(fileOf(TEXT))).rejects.toMatchObject({ code: "no-space" });
    expect(await browser.store.listModelRows()).toEqual([]);
  });
});

/** A file that reports what is read of it. */
class WatchedBlob extends Blob {
  onRead: (start: number) => void = () => {};

  override slice(start = 0, end?: number): Blob {
    this.onRead(start);
    return super.slice(start, end);
  }
}

it("keeps nothing of a file that is cancelled", async () => {
  const { adder, installer } = browser.openTab();
  const blob = new WatchedBlob([TEXT]);
  let storedBefore = 0;
  blob.onRead = (start) => {
    if (start !== 20) return;
    storedBefore = browser.caches.keys().length;
    void installer.pause("a");
  };
  const id = await adder.add({ blob, name: "a.gguf" });
  await expect(installer.install(id)).rejects.toMatchObject({ name: "InstallPausedError" });
  expect(storedBefore).toBe(2);
  expect([browser.caches.keys(), await browser.store.listModelRows()]).toEqual([[], []]);
});

it("keeps nothing of a file that cannot be stored, and says why, even to a page that asks too late", async () => {
  const { adder, installer } = browser.openTab();
  browser.caches.fillUp();
  const id = await adder.add(fileOf(TEXT));
  const failure = { code: "no-space", message: expect.stringContaining("no room") };
  await expect(installer.install(id)).rejects.toMatchObject(failure);
  await expect(installer.install(id)).rejects.toMatchObject({ message: failure.message });
  browser.caches.makeRoom();
  expect(browser.caches.keys()).toEqual([]);
  expect(await store(browser.openTab())).toBe(id);
});

it("removes what a closed browser left of a file, but not what another tab is storing", async () => {
  const [first, second] = [browser.openTab(), browser.openTab()];
  const left = { status: "installing", message: "", loadedBytes: 0, totalBytes: 1, files: [] } as const;
  await browser.store.putModelRow({ id: "left", ...left });
  const cache = await browser.caches.storage.open(GGUF_CACHE);
  await cache.put(`${modelFolder("left")}part0`, new Response("x"));
  const id = await first.adder.add(fileOf(TEXT));
  const other = await second.adder.add(fileOf("another model", "other.gguf"));
  await Promise.all([first.installer.install(id), second.installer.install(other)]);
  expect((await browser.store.listModelRows()).map((row) => [row.id, row.status])).toEqual([
    [id, "installed"],
    [other, "installed"],
  ]);
  expect(storedText(id)).toBe(TEXT);
  expect(browser.caches.keys().some((key) => key.includes("left"))).toBe(false);
});

it("says of an added file that is gone what helps", async () => {
  const { adder, installer, files } = browser.openTab();
  const id = await adder.add(fileOf(TEXT));
  await installer.install(id);
  const [part] = browser.caches.keys();
  if (part === undefined) throw new Error("nothing stored");
  browser.caches.delete(part);
  const row = await browser.store.modelRow(id);
  if (row?.status !== "installed") throw new Error("not installed");
  const [file] = row.model.engines.wllama?.files ?? [];
  if (file === undefined) throw new Error("no file");
  const placed = { ...file, source: `file:///${file.path}`, cacheName: GGUF_CACHE, key: part };
  await expect(files.ensure("group", [placed])).rejects.toMatchObject({
    message: expect.stringContaining("add that file again"),
  });
});
