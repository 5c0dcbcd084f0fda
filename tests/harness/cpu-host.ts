/**
 * The engine's host with the real pages and CPU workers, and an engine in between that needs no model: a reply is the
 * number of the CPU worker that runs for it. An entry in the place of `src/engine-worker/main.ts`, for tests only.
 */
import type { EngineHostStatus } from "../../src/contract/engine-host-status.ts";
import type { Engine } from "../../src/contract/engine.ts";
import type { CpuWorker } from "../../src/engine/wllama/cpu-worker.ts";
import { listenToPages } from "../../src/engine-worker/listen-to-pages.ts";
import { openStartCpuWorker } from "../../src/engine-worker/open-start-cpu-worker.ts";
import { createPagePorts, type PagePort } from "../../src/engine-worker/page-ports.ts";
import { controlMessageSchema } from "../../src/wire/control-messages.ts";
import { serveRequestPort } from "../../src/wire/serve-requests.ts";
import { WIRE_VERSION as v } from "../../src/wire/version.ts";
import { holdLock } from "../../src/wire/watch-lock.ts";

const identity = { name: "cpu-host", version: "1" };
const pages = createPagePorts(navigator.locks);
const startCpuWorker = openStartCpuWorker(pages);
let started = 0;
let running: CpuWorker | undefined;

async function currentWorker(): Promise<number> {
  if (running === undefined || running.ended.aborted) {
    running = await startCpuWorker();
    started += 1;
  }
  return started;
}

const engine: Engine = {
  async *generate() {
    yield { type: "admitted", promptTokens: 1, engine: identity };
    yield { type: "text", text: `worker ${await currentWorker()}` };
    yield {
      type: "finish",
      reason: "stop",
      usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 1 },
    };
  },
};

const { locks } = navigator;
const instance = crypto.randomUUID();
const lock = holdLock(locks, "cpu-host");

const status = async (): Promise<EngineHostStatus> => ({
  instance,
  lock: await lock,
  kind: "SharedWorkerGlobalScope" in globalThis ? "shared-worker" : "dedicated-worker",
  engine: identity,
  // With none, the page would start a dedicated worker if it has one itself.
  adapter: { description: "none", software: true },
  model: null,
  installs: [],
  catalogueRevision: 0,
});

async function receive(page: PagePort, data: unknown, port: MessagePort | undefined): Promise<void> {
  const message = controlMessageSchema.parse(data);
  if (message.type === "status") {
    pages.add(page, message.lock);
    page.postMessage({ v, type: "status", status: await status() });
  } else if (message.type === "ping") page.postMessage({ v, type: "alive" });
  else if (message.type === "page") pages.describe(page, message.state);
  else if (message.type === "serve" && port !== undefined)
    serveRequestPort(port, { engine, locks, instance, lock: await lock, status });
}

listenToPages((page, data, port) => void receive(page, data, port));
