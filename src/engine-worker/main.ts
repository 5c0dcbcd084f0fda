/**
 * The worker that runs the engine: a SharedWorker (one model for all tabs), or a dedicated worker of one
 * page. It greets before it loads the engine's code, which is large.
 */
import { config } from "../config/config.ts";
import type { Model } from "../config/schema.ts";
import type { ModelProgress } from "../engine/engine.ts";
import { createStore } from "../store/store.ts";
import { controlMessageSchema, type HostMessage, type LoadReply } from "../wire/control-messages.ts";
import type { HostStatus } from "../wire/status.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { serveRequestPort } from "../wire/serve-requests.ts";
import { holdLock } from "../wire/watch-lock.ts";
import { describeAdapter } from "./adapter.ts";
import { lazyEngine } from "./lazy-engine.ts";

interface ReportTo {
  postMessage(message: HostMessage): void;
}

/** Whoever this worker reports to. A closed page's port swallows what is sent to it. */
const pages = new Set<ReportTo>();
const instance = crypto.randomUUID();
const lock = holdLock(navigator.locks, "insitu-host");
const adapter = describeAdapter();
let model: ModelProgress | null = null;

const store = createStore();

/** Embedded models are always there: a request installs them. */
async function findModel(id: string): Promise<Model | undefined> {
  const embedded = config.models.find((model) => model.id === id);
  if (embedded !== undefined) return embedded;
  const row = await store.modelRow(id);
  return row?.status === "installed" ? row.model : undefined;
}

const engine = lazyEngine({
  findModel,
  scope: new URL(import.meta.env.BASE_URL, self.location.origin),
  onProgress: (progress) => {
    model = progress;
    void report();
  },
});

async function status(): Promise<HostStatus> {
  return {
    instance,
    kind: "SharedWorkerGlobalScope" in self ? "shared-worker" : "dedicated-worker",
    engine: engine.identity,
    adapter: await adapter,
    model,
    installs: [],
    catalogueRevision: 0,
  };
}

async function report(): Promise<void> {
  const message: HostMessage = { v, type: "status", status: await status() };
  for (const page of pages) page.postMessage(message);
}

async function serve(port: MessagePort): Promise<void> {
  serveRequestPort(port, { engine, locks: navigator.locks, instance, lock: await lock, status });
}

async function load(id: string, port: MessagePort): Promise<void> {
  let reply: LoadReply = { v, type: "loaded" };
  try {
    await engine.load(id);
  } catch (error) {
    reply = { v, type: "load-failed", message: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(reply);
}

function receive(page: ReportTo, { data, ports: [port] }: MessageEvent<unknown>): void {
  pages.add(page);
  const parsed = controlMessageSchema.safeParse(data);
  if (!parsed.success) return;
  const message = parsed.data;
  if (message.type === "status") void report();
  else if (port === undefined) return;
  else if (message.type === "serve") void serve(port);
  else if (message.type === "load") void load(message.model, port);
}

// Either kind of worker runs this file: a shared one gets `connect` events, a dedicated one `message` events.
addEventListener("connect", (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (port === undefined) return;
  port.addEventListener("message", (message) => receive(port, message));
  port.start();
});
const owner: ReportTo = { postMessage: (message) => postMessage(message) };
addEventListener("message", (message) => {
  if (message instanceof MessageEvent) receive(owner, message);
});
