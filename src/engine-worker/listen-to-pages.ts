import { connectSchema } from "../wire/leader-messages.ts";
import type { EngineWorkerHost } from "./engine-worker-host.ts";
import type { PagePort } from "./page-ports.ts";

/**
 * Passes the messages of all pages on to `receive`. A SharedWorker gets a `connect` event with a port from each page. A
 * dedicated worker gets `message` events from its own page, which also passes the ports of other pages on.
 */
export function listenToPages(receive: EngineWorkerHost["receive"]): void {
  const owner: PagePort = {
    postMessage: (message, transfer = []) => postMessage(message, { transfer }),
    close: () => close(),
  };
  const connect = (page: MessagePort) => {
    page.addEventListener("message", ({ data, ports }) => receive(page, data, ports[0]));
    page.start();
  };

  addEventListener("message", (event) => {
    if (!(event instanceof MessageEvent)) return;
    const [port] = event.ports;
    if (port !== undefined && connectSchema.safeParse(event.data).success) connect(port);
    else receive(owner, event.data, port);
  });
  addEventListener("connect", (event) => {
    const [page] = event instanceof MessageEvent ? event.ports : [];
    if (page !== undefined) connect(page);
  });
}
