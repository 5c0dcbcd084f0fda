/**
 * The service worker: keeps the app's files for offline use, and answers `/v1/*` of its scope.
 * Nothing but composition and event handlers lives here, and no truth: the browser stops this worker
 * whenever it likes.
 */
import { addPlugins, precacheAndRoute } from "workbox-precaching";
import { createBroker } from "../broker/broker.ts";
import type { PageClient } from "../broker/find-host.ts";
import { config } from "../config/config.ts";
import { contentSecurityPolicy, mayConnect } from "../config/content-security-policy.ts";
import { createServer } from "../server/server.ts";
import { createStore } from "../store/store.ts";
import {
  type CountingStopped,
  pageMessageSchema,
  takeOverSchema,
  type WorkerStatus,
} from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { installedModels, modelStates } from "./model-states.ts";
import { OutboundGate } from "./outbound-gate.ts";
import { OutboundTally } from "./outbound-tally.ts";
import { precachePlugin } from "./precache-plugin.ts";
import { Refusals } from "./refusals.ts";
import { SpeedMeter } from "./speed-meter.ts";

declare const self: ServiceWorkerGlobalScope;

const { origin } = self.location;
const instance = crypto.randomUUID();
const basePath = new URL("v1", self.registration.scope).pathname;

const broker = createBroker({ pages, locks: navigator.locks, queueLength: config.limits.queue_length });

const store = createStore();

const respond = createServer({
  config,
  store,
  basePath,
  build: __INSITU_BUILD__,
  now: () => Date.now(),
  installedModels: () => installedModels(config, store),
  modelStates: () => modelStates(broker),
});

const speedMeter = new SpeedMeter();
const tally = new OutboundTally({ write: (counts) => store.addOutbound(counts) });
const refusals = new Refusals(navigator.locks);
const outboundGate = new OutboundGate({
  tally,
  refusals,
  origin,
  mayFetch: (url) => mayConnect(config, origin, url),
});

/**
 * Every open page that this worker controls: each may know the way to the engine's host. One that it does not
 * control has no connection (`connect()` takes control first), and may be another deployment's.
 */
async function pages(): Promise<readonly PageClient[]> {
  return self.clients.matchAll({ type: "window" });
}

// Before workbox's listener, and decided synchronously: what is under /v1 never reaches the network.
self.addEventListener("fetch", (event) => {
  const { origin: target, pathname } = new URL(event.request.url);
  if (target !== origin) return;
  if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return;
  event.respondWith(respond(event.request, speedMeter.measure(broker.engineFor(event.clientId))));
});

self.addEventListener("message", (event) => {
  // A later version waits until a page has seen that no reply is under way.
  if (takeOverSchema.safeParse(event.data).success) event.waitUntil(self.skipWaiting());
  const parsed = pageMessageSchema.safeParse(event.data);
  if (!parsed.success) return;
  const message = parsed.data;
  const [port] = event.ports;
  // A ping needs no answer: that it arrived is what keeps this worker alive.
  if (message.type === "claim") event.waitUntil(self.clients.claim());
  if (message.type === "status") port?.postMessage(status());
  if (message.type === "stop-counting") event.waitUntil(stopCounting(port));
  if (message.type === "refuse-outbound" && port !== undefined) refusals.begin(message.lock, port);
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function stopCounting(port: MessagePort | undefined): Promise<void> {
  await tally.stop();
  port?.postMessage({ v, type: "counting-stopped" } satisfies CountingStopped);
}

function status(): WorkerStatus {
  const { active, waiting, hung } = broker;
  const { tokensPerSecond } = speedMeter;
  const problem = store.writeProblem();
  return {
    v,
    type: "status",
    build: __INSITU_BUILD__,
    instance,
    active,
    waiting,
    hung,
    tokensPerSecond,
    ...(problem !== null && { storageProblem: problem }),
  };
}

// No `cleanupOutdatedCaches()`: it takes the caches of deployments in folders below this scope for outdated ones.
addPlugins([precachePlugin(outboundGate, contentSecurityPolicy(config, "header"))]);
precacheAndRoute(self.__WB_MANIFEST);
// After workbox's listener: what it answers from its cache does not get here.
self.addEventListener("fetch", outboundGate.handle);
outboundGate.countArrivals();
