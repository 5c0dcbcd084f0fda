import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import type { ControlMessage } from "../wire/control-messages.ts";
import { TestLockManager } from "../wire/testing/test-lock-manager.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { hostStatus } from "./testing/test-host.ts";

/** A worker that reports when it is asked to, or whose script cannot be loaded. */
class TestHostWorker extends EventTarget {
  readonly port = this;
  readonly received: ControlMessage[] = [];

  constructor(readonly status: EngineHostStatus | undefined) {
    super();
    if (status === undefined) queueMicrotask(() => this.dispatchEvent(new Event("error")));
  }

  start(): void {}
  terminate(): void {}

  postMessage(message: ControlMessage): void {
    this.received.push(message);
    if (message.type !== "status") return;
    const data = { v, type: "status", status: this.status };
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const adapter: EngineHostStatus["adapter"] = { description: "GPU", software: false };
const workers: TestHostWorker[] = [];

/** A browser whose SharedWorkers report this, or fail, and whose pages have a GPU adapter or not. */
function stubBrowser(shared: Partial<EngineHostStatus> | undefined, pageHasGpu: boolean): void {
  const locks = new TestLockManager().of("page");
  // The hosts live as long as the test.
  for (const name of ["shared-worker", "dedicated-worker"])
    void locks.request(name, {}, () => new Promise(() => {}));
  const gpu = { requestAdapter: async () => (pageHasGpu ? {} : null) };
  vi.stubGlobal("navigator", { locks, gpu, serviceWorker: new EventTarget() });
  const create = (kind: EngineHostStatus["kind"], changes: Partial<EngineHostStatus> | undefined) =>
    function create(): TestHostWorker {
      const worker = new TestHostWorker(changes && hostStatus({ kind, lock: kind, ...changes }));
      workers.push(worker);
      return worker;
    };
  vi.stubGlobal("SharedWorker", create("shared-worker", shared));
  vi.stubGlobal("Worker", create("dedicated-worker", { adapter: pageHasGpu ? adapter : null }));
}

beforeEach(() => {
  const page = new EventTarget();
  vi.stubGlobal("window", Object.assign(page, { crossOriginIsolated: true }));
  vi.stubGlobal("document", Object.assign(page, { visibilityState: "visible" }));
  vi.stubGlobal("location", new URL("https://page.example/"));
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  workers.length = 0;
});

it.each([
  ["has a GPU adapter", { adapter }, true, "shared-worker"],
  ["and the page have no GPU adapter", { adapter: null }, false, "shared-worker"],
  ["has no GPU adapter, which the page has", { adapter: null }, true, "dedicated-worker"],
  ["cannot be started", undefined, false, "dedicated-worker"],
] as const)("starts the host where a SharedWorker %s", async (_, shared, pageHasGpu, kind) => {
  stubBrowser(shared, pageHasGpu);
  const { startHost } = await import("./start-host.ts");
  const { status, retire } = await startHost(() => {});
  expect(status.kind).toBe(kind);
  // Or its heartbeat would outlive the test.
  retire();
});

it("offers CPU workers to the host before anything else can be sent", async () => {
  stubBrowser({ adapter }, true);
  const { startHost } = await import("./start-host.ts");
  const { send } = await startHost(() => {});
  send({ v, type: "serve" });
  expect(workers[0]?.received.slice(1)).toEqual([
    { v, type: "page", state: { isIsolated: true, visibility: "visible" } },
    { v, type: "serve" },
  ]);
});
