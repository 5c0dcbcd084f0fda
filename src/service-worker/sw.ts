/**
 * The service worker: keeps the app's files for offline use, and answers `/v1/*` of its scope.
 * Nothing but composition and event handlers lives here, and no truth: the browser stops this worker
 * whenever it likes.
 */
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { Broker } from "../broker/broker.ts";
import type { Page } from "../broker/find-host.ts";
import { config } from "../config/config.ts";
import { createServer } from "../server/server.ts";
import { createStore } from "../store/store.ts";
import { pageMessageSchema, type WorkerStatus } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { installedModels, modelStates } from "./model-states.ts";

declare const self: ServiceWorkerGlobalScope;

const basePath = new URL("v1", self.registration.scope).pathname;

const broker = new Broker({ pages, locks: navigator.locks, queueLength: config.limits.queue_length });

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

/** Every open page of the scope: any of them may know the way to the engine's host. */
async function pages(): Promise<readonly Page[]> {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}

// Before workbox's listener, and decided synchronously: what is under /v1 never reaches the network.
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== self.location.origin) return;
  if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return;
  event.respondWith(respond(event.request, broker.engineFor(event.clientId)));
});

self.addEventListener("message", (event) => {
  const parsed = pageMessageSchema.safeParse(event.data);
  if (!parsed.success) return;
  if (parsed.data.type === "status") event.ports[0]?.postMessage(status());
  // A ping needs no answer: that it arrived is what keeps this worker alive.
  if (parsed.data.type === "claim") event.waitUntil(self.clients.claim());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

function status(): WorkerStatus {
  return { v, type: "status", build: __INSITU_BUILD__, active: broker.active, waiting: broker.waiting };
}

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
