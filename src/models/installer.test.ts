import { readFileSync, statSync } from "node:fs";
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it } from "vitest";
import { readDeployment } from "../../tools/vite/deployment.ts";
import { placeFile, placeModel } from "../engine/web-llm/placement.ts";
import { openStore, type Store } from "../store/store.ts";
import { createCatalogue } from "./catalogue.ts";
import { createInstaller } from "./installer.ts";
import { createModelFiles } from "./model-files.ts";
import { memoryCaches } from "./testing/memory-cache.ts";
import { memoryLocks } from "./testing/memory-locks.ts";

const config = readDeployment("tests/fixtures/insitu.config.json");
const scope = new URL("https://app.test/");
const SHARD = "params_shard_0.bin";
const FILES = ["library.wasm", "mlc-chat-config.json", SHARD, "tensor-cache.json", "tokenizer.json"];

const pathOf = (file: string) =>
  `tests/fixtures/models/${file.endsWith(".wasm") ? "fixture-chat" : "fixture-length/resolve/main"}/${file}`;
const SIZE = FILES.reduce((sum, file) => sum + statSync(pathOf(file)).size, 0);

/** The other origin of the tests' deployment, from the fixture's own files. */
function hub() {
  const requests: string[] = [];
  const state: { answer: (file: string) => Response | Promise<Response> | undefined } = {
    answer: () => undefined,
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const file = String(input).replace(/^.*\//, "");
    requests.push(file);
    init?.signal?.throwIfAborted();
    const own = state.answer(file);
    if (own !== undefined) {
      const aborted = new Promise<never>((_, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
      );
      return Promise.race([own, aborted]);
    }
    return new Response(readFileSync(pathOf(file)));
  };
  return { requests, fetch, state };
}

let store: Store;
let caches: ReturnType<typeof memoryCaches>;
let host: ReturnType<typeof hub>;
let changes: string[];
let unloaded: string[];
let quota: number;
let locks: ReturnType<typeof memoryLocks>;
/** The installers of all tabs. */
let tabs: { pause(id: string): Promise<void> }[];

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  store = await openStore("test");
  caches = memoryCaches();
  host = hub();
  changes = [];
  unloaded = [];
  quota = 1e9;
  locks = memoryLocks();
  tabs = [];
});

const RECORDS = config.catalogue?.web_llm_records ?? [];

/** As after a restart of the browser, or in another tab: what is kept is all there is. */
function open({ hearsPeers = true, removed = () => {}, records = RECORDS } = {}) {
  const files = createModelFiles({
    scope,
    caches: caches.storage,
    locks,
    fetch: host.fetch,
    retryDelaysMs: [1],
  });
  const catalogue = createCatalogue({
    config,
    records: () => Promise.resolve(records),
    store,
    files,
    place: (model) => {
      const { config: chatConfig, tokenizer, library, weights } = placeModel(model);
      return [chatConfig, tokenizer, library, ...weights];
    },
    device: () => Promise.resolve({ gpu: null, memoryBytes: null, freeBytes: null }),
    scope,
  });
  const installer = createInstaller({
    catalogue,
    files,
    store,
    placeGroups: (model) => {
      const { config: chatConfig, tokenizer, library, weights } = placeModel(model);
      return [
        { group: "prompt", files: [chatConfig, tokenizer] },
        { group: "weights", files: [library, ...weights] },
      ];
    },
    placeFile,
    removeFiles: async (id) => {
      for (const key of caches.keys()) if (key.includes(`/${id}/`)) caches.delete(key);
      removed();
    },
    pauseElsewhere: (id) => {
      for (const tab of tabs) if (tab !== installer) void tab.pause(id);
    },
    pauseTimeoutMs: 100,
    unload: async (id) => {
      unloaded.push(id);
    },
    locks,
    estimate: () => Promise.resolve({ quota, usage: 0 }),
    now: () => 1_800_000_000_000,
    onChange: (what) => changes.push(what),
  });
  if (hearsPeers) tabs.push(installer);
  const stateOf = async (id: string) =>
    installer.states().find((install) => install.id === id)?.state ??
    (await catalogue.entries()).find((entry) => entry.id === id)?.state;
  const install = (id: string) => {
    const installing = installer.install(id);
    // A test looks at a failure later than it comes.
    installing.catch(() => {});
    return installing;
  };
  return { installer: { ...installer, install }, catalogue, stateOf };
}

/** An answer that never comes, and a promise of its being asked for. */
function stall(file: string): Promise<void> {
  return new Promise((asked) => {
    host.state.answer = (name) => {
      if (name !== file) return undefined;
      asked();
      return new Promise<Response>(() => {});
    };
  });
}

describe.each(["fixture-remote", "fixture-record"])("install of %s", (id) => {
  it("gets every file once, and leaves a model that a request may name", async () => {
    const { installer, stateOf } = open();
    expect(await stateOf(id)).toEqual({ type: "not-installed" });
    await Promise.all([installer.install(id), installer.install(id)]);
    expect(host.requests.toSorted()).toEqual(FILES);
    expect(await stateOf(id)).toEqual({ type: "installed", bytes: SIZE });
    expect(await store.modelRow(id)).toMatchObject({ status: "installed", model: { id } });
    expect(changes).toContain("progress");
    expect(changes.at(-1)).toBe("catalogue");
  });

  it("is paused, survives a restart, and goes on with the file it was at", async () => {
    const first = open();
    const stalled = stall(SHARD);
    const installing = first.installer.install(id);
    await stalled;
    expect(await first.stateOf(id)).toMatchObject({ type: "installing", phase: "downloading" });
    await first.installer.pause(id);
    await expect(installing).rejects.toMatchObject({ name: "InstallPausedError" });
    expect(await first.stateOf(id)).toMatchObject({ type: "paused", totalBytes: SIZE });

    host.requests.length = 0;
    host.state.answer = () => undefined;
    const second = open();
    expect(await second.stateOf(id)).toMatchObject({ type: "paused" });
    await second.installer.install(id);
    expect(host.requests[0]).toBe(SHARD);
    expect(host.requests).not.toContain("library.wasm");
    expect(await second.stateOf(id)).toMatchObject({ type: "installed" });
  });

  it("fails in one line, and can be tried again", async () => {
    const { installer, stateOf } = open();
    host.state.answer = (file) => (file === SHARD ? new Response("no", { status: 404 }) : undefined);
    await expect(installer.install(id)).rejects.toMatchObject({ code: "failed" });
    expect(await stateOf(id)).toMatchObject({
      type: "failed",
      message: expect.stringContaining(
        `${SHARD} could not be downloaded: the host answered with status 404.`,
      ),
    });
    host.state.answer = () => undefined;
    await installer.install(id);
    expect(await stateOf(id)).toMatchObject({ type: "installed" });
  });

  it("keeps nothing of a damaged file", async () => {
    const { installer } = open();
    host.state.answer = (file) => (file === SHARD ? new Response(new Uint8Array(258_624)) : undefined);
    await expect(installer.install(id)).rejects.toThrow(
      /params_shard_0\.bin is damaged: its (MD5|SHA-256) sum/,
    );
    expect(caches.keys().filter((key) => key.includes(SHARD))).toEqual([]);
  });

  it("asks for no weights where there is no room", async () => {
    const { installer } = open();
    quota = 300_000;
    await expect(installer.install(id)).rejects.toThrow("but the browser has room for 300 kB");
    expect(host.requests).not.toContain(SHARD);
    expect(host.requests).not.toContain("library.wasm");
  });

  it("is removed with everything, also half-way", async () => {
    const { installer, stateOf } = open();
    const stalled = stall(SHARD);
    const installing = installer.install(id);
    await stalled;
    await installer.remove(id);
    await expect(installing).rejects.toMatchObject({ name: "InstallPausedError" });
    expect(caches.keys()).toEqual([]);
    expect(unloaded).toContain(id);
    expect(await stateOf(id)).toEqual({ type: "not-installed" });
  });
});

describe.each(["fixture-remote", "fixture-record"])("removal of %s while another tab installs it", (id) => {
  it("ends the install, which writes nothing after it", async () => {
    const [first, second] = [open(), open()];
    const stalled = stall(SHARD);
    const installing = first.installer.install(id);
    await stalled;
    await second.installer.remove(id);
    expect([caches.keys(), await store.listModelRows()]).toEqual([[], []]);
    await expect(installing).rejects.toMatchObject({ name: "InstallPausedError" });
    expect([caches.keys(), await store.listModelRows()]).toEqual([[], []]);
  });

  it("keeps an install waiting that begins meanwhile", async () => {
    const first = open();
    await first.installer.install(id);
    let again: Promise<void> | undefined;
    const second = open({ removed: () => void (again = first.installer.install(id)) });
    host.requests.length = 0;
    await second.installer.remove(id);
    await again;
    expect(host.requests.toSorted()).toEqual(FILES);
    expect(await first.stateOf(id)).toMatchObject({ type: "installed" });
  });

  it("says so where that tab does not answer, and removes nothing", async () => {
    const [first, second] = [open({ hearsPeers: false }), open()];
    const stalled = stall(SHARD);
    const installing = first.installer.install(id);
    await stalled;
    const before = caches.keys();
    await expect(second.installer.remove(id)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("close that tab"),
    });
    expect(caches.keys()).toEqual(before);
    await Promise.all([first.installer.pause(id), expect(installing).rejects.toThrow("paused")]);
  });
});

it("says that there is no room where its progress cannot be written down", async () => {
  const { installer } = open();
  store.putModelRow = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  await expect(installer.install("fixture-record")).rejects.toMatchObject({
    code: "failed",
    message: expect.stringContaining("no room"),
  });
});

it("installs one after the other", async () => {
  const { installer, stateOf } = open();
  const stalled = stall("library.wasm");
  const first = installer.install("fixture-remote");
  await stalled;
  const second = installer.install("fixture-record");
  await expect.poll(() => stateOf("fixture-record")).toMatchObject({ phase: "waiting" });
  await installer.pause("fixture-remote");
  await expect(first).rejects.toThrow("paused");
  host.state.answer = () => undefined;
  await second;
  expect(await stateOf("fixture-record")).toMatchObject({ type: "installed" });
});

it("goes on when it is asked to while it is being paused", async () => {
  const { installer, stateOf } = open();
  const stalled = stall("library.wasm");
  const first = installer.install("fixture-record");
  await stalled;
  const pausing = installer.pause("fixture-record");
  host.state.answer = () => undefined;
  await installer.install("fixture-record");
  await Promise.all([pausing, expect(first).rejects.toThrow("paused")]);
  expect(await stateOf("fixture-record")).toMatchObject({ type: "installed" });
});

it("keeps what is known of all files when a try is cut off early", async () => {
  const { installer } = open();
  const stalled = stall(SHARD);
  const first = installer.install("fixture-record");
  await stalled;
  await Promise.all([installer.pause("fixture-record"), expect(first).rejects.toThrow("paused")]);
  const before = await store.modelRow("fixture-record");
  const again = installer.install("fixture-record");
  await Promise.all([installer.pause("fixture-record"), expect(again).rejects.toThrow("paused")]);
  expect(await store.modelRow("fixture-record")).toEqual(before);
});

it("pauses one that waits", async () => {
  const { installer, stateOf } = open();
  const stalled = stall("library.wasm");
  const first = installer.install("fixture-remote");
  await stalled;
  const second = installer.install("fixture-record");
  await installer.pause("fixture-record");
  await expect(second).rejects.toThrow("paused");
  expect(await stateOf("fixture-record")).toMatchObject({ type: "paused" });
  await installer.pause("fixture-remote");
  await expect(first).rejects.toThrow("paused");
});

it("installs an embedded model without a row of its own", async () => {
  const { installer, stateOf } = open();
  await installer.install("fixture-length");
  expect(await stateOf("fixture-length")).toMatchObject({ type: "installed" });
  expect(await store.listModelRows()).toEqual([]);
});

it("knows no model of another name", async () => {
  const { installer } = open();
  await expect(installer.install("nobody")).rejects.toMatchObject({ code: "model-not-found" });
  await expect(installer.remove("nobody")).rejects.toMatchObject({ code: "model-not-found" });
  expect(await store.listModelRows()).toEqual([]);
});

it("refuses files that are not what web-llm reads", async () => {
  const { installer } = open();
  host.state.answer = (file) => (file === "tensor-cache.json" ? new Response('{"records": []}') : undefined);
  await expect(installer.install("fixture-record")).rejects.toThrow(
    "tensor-cache.json is not what web-llm reads",
  );
});

it("keeps what GPU features a record asks for, so that they can be looked for before a load", async () => {
  const records = RECORDS.map((record) => ({ ...record, required_features: ["shader-f16"] }));
  const { installer } = open({ records });
  await installer.install("fixture-record");
  expect(await store.modelRow("fixture-record")).toMatchObject({
    model: { engines: { "web-llm": { required_features: ["shader-f16"] } } },
  });
});
