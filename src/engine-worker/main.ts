/**
 * The entry of the engine worker: a SharedWorker (one model for all tabs), which gets `connect` events, or a dedicated
 * worker of one page, which gets `message` events. It greets before it loads the engine's code, which is large.
 */
import { openEngineWorkerHost } from "./open-engine-worker-host.ts";
import type { PagePort } from "./page-ports.ts";

const host = openEngineWorkerHost();
const owner: PagePort = {
  postMessage: (message, transfer = []) => postMessage(message, transfer),
  close: () => close(),
};

addEventListener("message", (event) => {
  if (event instanceof MessageEvent) host.receive(owner, event.data, event.ports[0]);
});
addEventListener("connect", (event) => {
  const [page] = event instanceof MessageEvent ? event.ports : [];
  page?.addEventListener("message", ({ data, ports }) => host.receive(page, data, ports[0]));
  page?.start();
});
