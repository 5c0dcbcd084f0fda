import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import type { ModelProgress } from "../contract/model-progress.ts";
import type { InstallerChange } from "../models/installer.ts";
import { Emitter } from "../util/emitter.ts";
import type { ControlMessage, HostMessage } from "../wire/control-messages.ts";
import type { Installs } from "../wire/peer-messages.ts";
import { identity } from "../wire/testing/generation.ts";
import { TestLocks } from "../wire/testing/test-locks.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { createEngineWorkerHost } from "./engine-worker-host.ts";
import { monitorEngine } from "./monitored-engine.ts";
import { createPagePorts } from "./page-ports.ts";
import type { PeerEvent } from "./peers.ts";

const paused: Installs = [{ id: "m", state: { type: "paused", loadedBytes: 1, totalBytes: 2 } }];

function progressOf(id: string, state: ModelProgress["state"]): ModelProgress {
  return { id, state, loadedBytes: 1, totalBytes: 2, fraction: 0.5, text: "" };
}

function setUp({ load }: { load?: () => Promise<void> } = {}) {
  const locks = new TestLocks();
  // The page lives as long as the test.
  void locks.request("page", {}, () => new Promise(() => {}));
  const pages = createPagePorts(locks);
  const calls: string[] = [];
  const peerEvents = new Emitter<PeerEvent>();
  const modelChanges = new Emitter<InstallerChange>();
  const state: { installs: Installs; report: (progress: ModelProgress) => void } = {
    installs: [],
    report: () => {},
  };
  const note = (call: string) => Promise.resolve(void calls.push(call));
  const engine = monitorEngine((onProgress) => {
    state.report = onProgress;
    return {
      async *generate() {},
      load: async (id) => {
        await load?.();
        onProgress(progressOf(id, "ready"));
      },
      unload: (id) => note(`engine unloads ${id}`),
    };
  });
  const host = createEngineWorkerHost({
    instance: "instance",
    kind: "shared-worker",
    locks,
    pages,
    lock: Promise.resolve("lock"),
    engineInUse: () => Promise.resolve({ identity, problem: "The other one did not start." }),
    adapter: Promise.resolve(null),
    engine,
    peers: {
      installs: () => state.installs,
      announce: (installs, change) => void calls.push(`announce ${installs.length} installs, ${change}`),
      pause: (model) => void calls.push(`peers pause ${model}`),
      unload: (model) => void calls.push(`peers unload ${model}`),
      observe: peerEvents.observe,
    },
    models: {
      catalogue: { entries: () => Promise.resolve([]), find: () => Promise.resolve(undefined) },
      installer: {
        states: () => paused,
        install: (id) => note(`install ${id}`),
        pause: (id) => note(`pause ${id}`),
        remove: (id) => note(`remove ${id}`),
        start: () => {},
      },
      adder: {
        examine: () => Promise.reject(new Error("not called")),
        add: (file) => note(`add ${"url" in file ? file.url : file.name}`).then(() => "added"),
      },
      observe: modelChanges.observe,
    },
    close: () => void calls.push("close"),
  });

  const reports: EngineHostStatus[] = [];
  const page = {
    postMessage: (message: HostMessage) => void (message.type === "status" && reports.push(message.status)),
    close: () => {},
  };
  /** Sends a message with a port. @returns the first message on that port */
  const ask = (message: ControlMessage) => {
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<unknown>((resolve) => {
      port1.onmessage = ({ data }) => {
        resolve(data);
        port1.close();
      };
    });
    host.receive(page, message, port2);
    return answered;
  };
  return { host, page, pages, reports, calls, peerEvents, modelChanges, state, ask };
}

/** A page that has asked for the status, and got it. */
async function connect(options?: Parameters<typeof setUp>[0]) {
  const test = setUp(options);
  test.host.receive(test.page, { v, type: "status", lock: "page" });
  await expect.poll(() => test.reports).toHaveLength(1);
  return test;
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

it("reports its status to a page that asks for it", async () => {
  const { reports } = await connect();
  expect(reports).toEqual([
    {
      instance: "instance",
      lock: "lock",
      kind: "shared-worker",
      engine: identity,
      engineProblem: "The other one did not start.",
      adapter: null,
      model: null,
      installs: [],
      catalogueRevision: 0,
    },
  ]);
});

it("ignores what is no control message, and a command without a port", async () => {
  const { host, page, calls } = setUp();
  host.receive(page, { type: "nonsense" });
  host.receive(page, { v, type: "install", model: "m" });
  await Promise.resolve();
  expect(calls).toEqual([]);
});

it("answers a load, and reports the model", async () => {
  const { ask, reports } = await connect();
  expect(await ask({ v, type: "load", model: "m" })).toEqual({ v, type: "loaded" });
  expect(reports.at(-1)).toMatchObject({ model: { id: "m", state: "ready" }, catalogueRevision: 1 });
});

it.each([
  [new EngineError("unsupported", "No GPU."), "No GPU."],
  [new Error("internal details"), "The engine failed to load the model."],
])("answers a load that failed by %s", async (thrown, message) => {
  const { ask } = setUp({ load: () => Promise.reject(thrown) });
  expect(await ask({ v, type: "load", model: "m" })).toEqual({ v, type: "load-failed", message });
});

it("greets on the port of a request", async () => {
  const { ask } = setUp();
  expect(await ask({ v, type: "serve" })).toMatchObject({ type: "hello", lock: "lock" });
});

it("carries out commands about models", async () => {
  const { ask, calls } = setUp();
  expect(await ask({ v, type: "list-models" })).toEqual({ v, type: "models", entries: [] });
  for (const type of ["install", "pause", "remove"] as const) {
    expect(await ask({ v, type, model: "m" })).toEqual({ v, type: "done" });
  }
  const file = { blob: new Blob(["GGUF"]), name: "a.gguf" };
  expect(await ask({ v, type: "add-file", file })).toEqual({ v, type: "adding", model: "added" });
  expect(await ask({ v, type: "examine-file", file })).toMatchObject({ type: "refused" });
  expect(calls).toEqual(["install m", "peers pause m", "pause m", "remove m", "add a.gguf"]);
});

it("reports what a command has changed before it answers it", async () => {
  const { ask, reports, state } = await connect();
  state.installs = paused;
  await ask({ v, type: "install", model: "m" });
  expect(reports.at(-1)?.installs).toEqual(paused);
});

it("announces changes of its installs to peers, and reports them to pages", async () => {
  const { modelChanges, calls, reports } = await connect();
  modelChanges.emit("progress");
  await expect.poll(() => reports).toHaveLength(2);
  modelChanges.emit("catalogue");
  await expect.poll(() => reports).toHaveLength(3);
  expect(calls).toEqual(["announce 1 installs, progress", "announce 1 installs, catalogue"]);
  expect(reports.map(({ catalogueRevision }) => catalogueRevision)).toEqual([0, 0, 1]);
});

it("reports the catalogue anew when the settings have changed, and tells its peers", async () => {
  const { host, page, calls, reports } = await connect();
  host.receive(page, { v, type: "settings-changed" });
  await expect.poll(() => reports.map(({ catalogueRevision }) => catalogueRevision)).toEqual([0, 1]);
  expect(calls).toEqual(["announce 1 installs, catalogue"]);
});

it("follows its peers: pauses, unloads, and reports their changes without announcing them", async () => {
  const { peerEvents, state, calls, reports } = await connect();
  state.report(progressOf("m", "ready"));
  await expect.poll(() => reports.at(-1)?.model).toMatchObject({ id: "m" });
  peerEvents.emit({ type: "pause", model: "m" });
  peerEvents.emit({ type: "unload", model: "m" });
  await expect.poll(() => reports.at(-1)?.model).toBeNull();
  state.installs = paused;
  peerEvents.emit({ type: "changed", change: "catalogue" });
  await expect.poll(() => reports.at(-1)).toMatchObject({ installs: paused, catalogueRevision: 2 });
  expect(calls).toEqual(["pause m", "engine unloads m"]);
});

it("shows the download of an embedded model, which a request started, as an install", async () => {
  const { state, reports } = await connect();
  state.report(progressOf("m", "downloading"));
  await expect
    .poll(() => reports.at(-1)?.installs)
    .toMatchObject([{ id: "m", state: { type: "installing", phase: "downloading" } }]);
});

it("notes the state of its pages", async () => {
  const { host, page, pages } = await connect();
  const state = { isIsolated: true, visibility: "hidden" } as const;
  host.receive(page, { v, type: "page", state });
  expect(pages.described()).toMatchObject([{ port: page, state }]);
});

it("answers a ping", () => {
  const { host } = setUp();
  const postMessage = vi.fn<(message: HostMessage) => void>();
  host.receive({ postMessage, close: () => {} }, { v, type: "ping" });
  expect(postMessage).toHaveBeenCalledWith({ v, type: "alive" });
});

it("ends when it is retired", () => {
  const { host, page, calls } = setUp();
  host.receive(page, { v, type: "retire" });
  expect(calls).toEqual(["close"]);
});
