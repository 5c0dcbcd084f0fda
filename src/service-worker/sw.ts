/**
 * The service worker: keeps the app's files for offline use, and answers `/v1/*` of its scope. This file is composition
 * only. Nothing that matters is kept in memory: the browser stops this worker at any time.
 */
import { addPlugins, getCacheKeyForURL, precacheAndRoute } from "workbox-precaching";
import { createBroker } from "../broker/broker.ts";
import { config } from "../config/config.ts";
import { contentSecurityPolicy, mayConnect } from "../config/content-security-policy.ts";
import { isolatedPages } from "../config/cross-origin-isolation.ts";
import { createServer } from "../server/server.ts";
import { createStore } from "../store/store.ts";
import type { WorkerStatus } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { countArrivals, SHOWS_SIZES } from "./count-arrivals.ts";
import { createIsolate } from "./isolate.ts";
import { createLazyFiles } from "./lazy-files.ts";
import { createHostedModels, installedModels } from "./models.ts";
import { createOutboundGate } from "./outbound-gate.ts";
import { createOutboundRefusals } from "./outbound-refusals.ts";
import { createOutboundTally } from "./outbound-tally.ts";
import { createPageMessageHandler } from "./page-messages.ts";
import { precachePlugin } from "./precache-plugin.ts";
import { createReplySpeedMeter } from "./reply-speed-meter.ts";
import { createServiceUrl } from "./service-url.ts";

declare const self: ServiceWorkerGlobalScope;

const { origin } = self.location;
const instance = crypto.randomUUID();
const serviceUrl = createServiceUrl(self.registration.scope);

const broker = createBroker({ pages, locks: navigator.locks, queueLength: config.limits.queue_length });

const store = createStore();

const respond = createServer({
  config,
  store,
  basePath: serviceUrl.basePath,
  build: __INSITU_BUILD__,
  now: () => Date.now(),
  installedModels: () => installedModels(config, store),
  hostedModels: createHostedModels(broker),
});

const isolate = createIsolate({ pages: isolatedPages(config), isOfBuild });

const speedMeter = createReplySpeedMeter();
const tally = createOutboundTally({ write: (counts) => store.addOutbound(counts) });
const refusals = createOutboundRefusals(navigator.locks);
const outboundGate = createOutboundGate({
  tally,
  refusals,
  origin,
  mayFetch: (url) => mayConnect(config, origin, url),
  fetch: async (request) => isolate(request, await fetch(request)),
  showsSizes: SHOWS_SIZES,
});

const files = self.__WB_MANIFEST;
/** WebAssembly of an engine has many megabytes, and a browser needs at most one of its builds. */
const isLazy = (url: string) => url.endsWith(".wasm");
const { scope } = self.registration;
const lazyFiles = createLazyFiles({
  urls: new Set(files.flatMap(({ url }) => (isLazy(url) ? new URL(url, scope).href : []))),
  gate: outboundGate,
  // `deleteAllData` deletes the caches whose names end with the scope.
  openCache: () => caches.open(`insitu-engine-${scope}`),
  fetch: (request) => fetch(request),
});

/**
 * Open pages that this worker controls: each may be connected to the engine's host. A page that it does not control is
 * not (`connect()` takes control first), and may belong to another deployment.
 */
async function pages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: "window" });
}

/**
 * True for everything below `assets/`, of which not every file is kept for offline use, and for the files that are, with
 * any query: workbox leaves most queries to the network.
 */
function isOfBuild({ origin, pathname }: URL): boolean {
  const path = origin + pathname;
  if (path.startsWith(new URL("assets/", self.registration.scope).href)) return true;
  return ["", "index.html", ".html"].some((end) => getCacheKeyForURL(path + end) !== undefined);
}

// Added before workbox's listener, and decided synchronously: requests below /v1 never reach the network.
self.addEventListener("fetch", (event) => {
  if (!serviceUrl.includes(event.request.url)) return;
  event.respondWith(respond(event.request, speedMeter.measure(broker.engineFor(event.clientId))));
});

self.addEventListener(
  "message",
  createPageMessageHandler({
    status,
    claim: () => self.clients.claim(),
    skipWaiting: () => self.skipWaiting(),
    tally,
    refusals,
    pages,
  }),
);

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("activate", (event) => event.waitUntil(lazyFiles.dropOthers()));

function status(): WorkerStatus {
  const { active, waiting, hung } = broker;
  const problem = store.writeProblem();
  return {
    v,
    type: "status",
    build: __INSITU_BUILD__,
    instance,
    active,
    waiting,
    hung,
    tokensPerSecond: speedMeter.tokensPerSecond(),
    ...(problem !== null && { storageProblem: problem }),
  };
}

// No `cleanupOutdatedCaches()`: it would delete the caches of deployments in folders below this scope.
addPlugins([
  precachePlugin({ gate: outboundGate, policy: contentSecurityPolicy(config, "header"), isolate }),
]);
precacheAndRoute(files.filter(({ url }) => !isLazy(url)));
self.addEventListener("fetch", lazyFiles.handle);
// Added after workbox's listener: requests that its cache answers do not get here.
self.addEventListener("fetch", outboundGate.handle);
countArrivals(tally, origin);
