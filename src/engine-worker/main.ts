/**
 * The worker that runs the engine: a SharedWorker (one model for all tabs), or a dedicated worker of one
 * page. It greets before it loads the engine's code, which is large.
 */
import { scopedName } from "../scope/scoped-name.ts";
import type { ModelProgress } from "../contract/model-progress.ts";
import { EngineError } from "../contract/engine-error.ts";
import { controlMessageSchema, type HostMessage, type LoadReply } from "../wire/control-messages.ts";
import type { Installs } from "../wire/peer-messages.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { serveRequestPort } from "../wire/serve-requests.ts";
import { holdLock } from "../wire/watch-lock.ts";
import { describeAdapter } from "./adapter.ts";
import { describeGpu } from "./device.ts";
import { lazyEngine } from "./lazy-engine.ts";
import { runModelCommand } from "./model-commands.ts";
import { openModels } from "./models.ts";
import { PagePorts, type PagePort } from "./page-ports.ts";
import { joinPeers } from "./peers.ts";

const pages = new PagePorts(navigator.locks);
const instance = crypto.randomUUID();
const lock = holdLock(navigator.locks, scopedName("insitu-host"));
const adapter = describeAdapter(navigator.gpu);
const scope = new URL(import.meta.env.BASE_URL, self.location.origin);
let model: ModelProgress | null = null;
let catalogueRevision = 0;

const models = openModels({
  scope,
  async unload(id) {
    (await peers).unload(id);
    await unload(id);
  },
  pauseElsewhere: (id) => void peers.then(({ pause }) => pause(id)),
  onChange(what) {
    void peers.then(({ tell }) => tell(what));
    changed(what);
  },
});

const peers = lock.then((held) =>
  joinPeers({
    channel: new BroadcastChannel(scopedName("insitu-engine-workers")),
    locks: navigator.locks,
    lock: held,
    installs: models.installer.states,
    pause: (id) => void models.installer.pause(id),
    unload: (id) => void unload(id),
    onChange: changed,
  }),
);

async function unload(id: string): Promise<void> {
  await engine.unload(id);
  if (model?.id === id) model = null;
  void report();
}

function changed(what: "progress" | "catalogue"): void {
  if (what === "catalogue") catalogueRevision += 1;
  void report();
}

const engine = lazyEngine({
  findModel: models.findModel,
  describeGpu,
  scope,
  onProgress(progress) {
    // A request that installs an embedded model changes the catalogue too.
    if (model?.state !== progress.state) catalogueRevision += 1;
    model = progress;
    void report();
  },
});

async function status(): Promise<EngineHostStatus> {
  return {
    instance,
    lock: await lock,
    kind: "SharedWorkerGlobalScope" in self ? "shared-worker" : "dedicated-worker",
    engine: engine.identity,
    adapter: await adapter,
    model,
    installs: installs((await peers).installs()),
    catalogueRevision,
  };
}

/** With an embedded model that a request downloads, rather than the installer. */
function installs(known: Installs): Installs {
  if (model?.state !== "downloading") return known;
  const { id, loadedBytes, totalBytes } = model;
  if (known.some((install) => install.id === id)) return known;
  const unknown = { bytesPerSecond: null, secondsLeft: null, problem: null };
  const state = { type: "installing", phase: "downloading", loadedBytes, totalBytes, ...unknown } as const;
  return [...known, { id, state }];
}

async function report(): Promise<void> {
  const message: HostMessage = { v, type: "status", status: await status() };
  pages.send(message);
}

async function serve(port: MessagePort): Promise<void> {
  serveRequestPort(port, { engine, locks: navigator.locks, instance, lock: await lock, status });
}

async function load(id: string, port: MessagePort): Promise<void> {
  let reply: LoadReply = { v, type: "loaded" };
  try {
    await engine.load(id);
  } catch (error) {
    console.error(error);
    // Whatever else it says is written for us, not for the page.
    const message = error instanceof EngineError ? error.message : "The engine failed to load the model.";
    reply = { v, type: "load-failed", message };
  }
  port.postMessage(reply);
}

function receive(page: PagePort, { data, ports: [port] }: MessageEvent<unknown>): void {
  const parsed = controlMessageSchema.safeParse(data);
  if (!parsed.success) return;
  const message = parsed.data;
  if (message.type === "status") {
    pages.add(page, message.lock);
    void report();
  } else if (message.type === "retire") close();
  else if (port === undefined) return;
  else if (message.type === "serve") void serve(port);
  else if (message.type === "load") void load(message.model, port);
  else void runModelCommand(message, models, peers).then((reply) => port.postMessage(reply));
}

// Either kind of worker runs this file: a shared one gets `connect` events, a dedicated one `message` events.
addEventListener("connect", (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (port === undefined) return;
  port.addEventListener("message", (message) => receive(port, message));
  port.start();
});
const owner: PagePort = { postMessage: (message) => postMessage(message), close: () => close() };
addEventListener("message", (message) => {
  if (message instanceof MessageEvent) receive(owner, message);
});
