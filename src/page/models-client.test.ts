import { beforeEach, describe, expect, it, vi } from "vitest";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import type { ControlMessage } from "../wire/control-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import type { EngineHost } from "./engine-host.ts";
import { InsituError } from "./insitu-error.ts";
import { createModelsClient, type ModelsClient } from "./models-client.ts";
import { hostStatus } from "./testing/test-host.ts";
import { settled } from "./testing/test-page.ts";

const installing = {
  type: "installing",
  phase: "downloading",
  loadedBytes: 5,
  totalBytes: 10,
  bytesPerSecond: null,
  secondsLeft: null,
  problem: null,
} as const;

function entry(id: string, state: CatalogueEntry["state"] = { type: "not-installed" }) {
  return {
    id,
    name: id,
    description: "",
    ownedBy: "",
    license: null,
    contextLength: null,
    inputModalities: ["text" as const],
    processor: "cpu" as const,
    memoryBytes: null,
    downloadBytes: null,
    source: "catalogue" as const,
    origin: "hub.example",
    state,
    fits: { type: "yes" as const },
  };
}

const summary = {
  name: "Tiny",
  architecture: "llama",
  parameters: 1,
  quantization: "F16",
  contextLength: 128,
  trainedContextLength: null,
  license: null,
  chosenTemplate: null,
  inputModalities: ["text" as const],
  bytes: 4,
  memoryBytes: 8,
  problem: null,
};

let status: EngineHostStatus;
let entries: ReturnType<typeof entry>[];
let received: ControlMessage[];
/** Ends an `install` command. */
let finishInstall: (error?: InsituError) => void;
const storage = {
  estimate: vi.fn<() => Promise<StorageEstimate>>(async () => ({ usage: 30, quota: 100 })),
  persisted: vi.fn<() => Promise<boolean>>(async () => false),
  persist: vi.fn<() => Promise<boolean>>(async () => true),
};
let client: ModelsClient;

beforeEach(() => {
  status = hostStatus();
  entries = [entry("a"), entry("b", { type: "installed", bytes: 20 })];
  received = [];
  vi.clearAllMocks();
  const host: Pick<EngineHost, "status" | "command"> = {
    status: async () => status,
    command: async (message) => {
      received.push(message);
      if (message.type === "list-models") return { v, type: "models", entries };
      if (message.type === "examine-file") return { v, type: "file", summary };
      if (message.type === "add-file") return { v, type: "adding", model: "a" };
      if (message.type !== "install") return { v, type: "done" };
      return new Promise((resolve, reject) => {
        finishInstall = (error) => (error === undefined ? resolve({ v, type: "done" }) : reject(error));
      });
    },
  };
  client = createModelsClient(host, storage as unknown as StorageManager, ["https://example.org"]);
});

const listed = () => received.filter(({ type }) => type === "list-models").length;

describe("the list", () => {
  it("is fetched again only when the host's revision has changed", async () => {
    await client.list();
    await client.list();
    expect(listed()).toBe(1);
    status = hostStatus({ catalogueRevision: 1 });
    await client.list();
    expect(listed()).toBe(2);
  });

  it("shows running installs without fetching", async () => {
    await client.list();
    status = hostStatus({ installs: [{ id: "a", state: installing }] });
    expect((await client.list())[0]?.state).toEqual(installing);
    expect(listed()).toBe(1);
  });

  it("is told to observers at once and at each report, until they stop", async () => {
    const seen: (readonly CatalogueEntry[])[] = [];
    const stop = client.observe((list) => seen.push(list));
    await settled();
    expect(seen.map((list) => list[0]?.state.type)).toEqual(["not-installed"]);
    client.report(hostStatus({ installs: [{ id: "a", state: installing }] }));
    await settled();
    expect(seen.map((list) => list[0]?.state.type)).toEqual(["not-installed", "installing"]);
    stop();
    client.report(hostStatus());
    await settled();
    expect(seen).toHaveLength(2);
  });
});

describe("an install", () => {
  it("reports its own progress and asks for persistence, without waiting for it", async () => {
    storage.persist.mockReturnValueOnce(new Promise(() => {}));
    const progress: unknown[] = [];
    const installed = client.install("a", { onProgress: (step) => progress.push(step) });
    await settled();
    client.report(
      hostStatus({
        installs: [
          { id: "a", state: installing },
          { id: "b", state: installing },
        ],
      }),
    );
    finishInstall();
    await installed;
    expect(progress).toEqual([installing]);
    expect(storage.persist).toHaveBeenCalledOnce();
    client.report(hostStatus({ installs: [{ id: "a", state: installing }] }));
    expect(progress).toHaveLength(1);
  });

  it("is paused by its signal, and rejects with the signal's reason", async () => {
    const abort = new AbortController();
    const installed = client.install("a", { signal: abort.signal });
    await settled();
    abort.abort(new Error("stop"));
    expect(received.at(-1)).toEqual({ v, type: "pause", model: "a" });
    finishInstall(new InsituError("paused", "Paused."));
    await expect(installed).rejects.toThrow("stop");
  });

  it("does not begin with an aborted signal", async () => {
    await expect(client.install("a", { signal: AbortSignal.abort(new Error("stop")) })).rejects.toThrow(
      "stop",
    );
    expect(received).toEqual([]);
  });

  it("that another tab pauses rejects with the host's error", async () => {
    const installed = client.install("a");
    await settled();
    finishInstall(new InsituError("paused", "Paused."));
    await expect(installed).rejects.toMatchObject({ code: "paused" });
  });
});

describe("a file", () => {
  const file = new File(["GGUF"], "tiny.gguf");

  it("is described by the host", async () => {
    expect(await client.examine(file)).toEqual(summary);
    expect(received).toEqual([{ v, type: "examine-file", file: { blob: file, name: "tiny.gguf" } }]);
  });

  it("is added as an install that reports its progress, and gives the model's id", async () => {
    const progress: unknown[] = [];
    const added = client.add(file, { onProgress: (step) => progress.push(step) });
    await expect.poll(() => received.at(-1)).toEqual({ v, type: "install", model: "a" });
    client.report(hostStatus({ installs: [{ id: "a", state: installing }] }));
    finishInstall();
    expect(await added).toBe("a");
    expect(progress).toEqual([installing]);
  });

  it("that is a nameless blob gets a name", async () => {
    await client.examine(new Blob(["GGUF"]));
    expect(received).toMatchObject([{ file: { name: "model.gguf" } }]);
  });

  it("is not stored any further once its signal is aborted, even before the storing begins", async () => {
    const abort = new AbortController();
    const added = client.add(file, { signal: abort.signal });
    abort.abort(new Error("stop"));
    await expect(added).rejects.toThrow("stop");
    expect(received.at(-1)).toEqual({ v, type: "pause", model: "a" });
  });
});

it("pauses all running installs, and only those", async () => {
  const paused = { type: "paused", loadedBytes: 1, totalBytes: null } as const;
  status = hostStatus({
    installs: [
      { id: "a", state: installing },
      { id: "b", state: paused },
    ],
  });
  await client.pauseAll();
  expect(received).toEqual([{ v, type: "pause", model: "a" }]);
});

describe("storage", () => {
  it("lists the models of which something is on the device", async () => {
    status = hostStatus({ installs: [{ id: "a", state: installing }] });
    expect(await client.storage()).toEqual({
      usageBytes: 30,
      quotaBytes: 100,
      persisted: false,
      models: [
        { id: "a", bytes: 5 },
        { id: "b", bytes: 20 },
      ],
    });
  });

  it("is asked to persist unless it does already", async () => {
    expect(await client.requestPersistence()).toBe(true);
    storage.persisted.mockResolvedValueOnce(true);
    expect(await client.requestPersistence()).toBe(true);
    expect(storage.persist).toHaveBeenCalledOnce();
  });

  it("works in browsers without navigator.storage", async () => {
    const host: Pick<EngineHost, "status" | "command"> = {
      status: async () => status,
      command: async () => ({ v, type: "models", entries }),
    };
    const bare = createModelsClient(host, undefined, []);
    expect(await bare.requestPersistence()).toBe(false);
    expect(await bare.storage()).toMatchObject({ usageBytes: 0, quotaBytes: 0, persisted: false });
  });
});
