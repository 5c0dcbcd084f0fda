import type { HostMessage } from "../wire/control-messages.ts";
import { type Locks, watchLock } from "../wire/watch-lock.ts";

/** The port of a page that this worker reports to. */
export interface PagePort {
  postMessage(message: HostMessage): void;
  close(): void;
}

/** The ports of the open pages. No event tells that a page has closed: its port would take reports for ever. */
export interface PagePorts {
  /** Keep a port until the page's Web Lock `lock` is free. Adding it again does nothing. */
  add(port: PagePort, lock: string): void;
  send(message: HostMessage): void;
  count(): number;
}

export function createPagePorts(locks: Locks): PagePorts {
  const ports = new Set<PagePort>();
  return {
    add(port, lock) {
      if (ports.has(port)) return;
      ports.add(port);
      watchLock(locks, lock, new AbortController().signal, () => {
        ports.delete(port);
        port.close();
      });
    },
    send(message) {
      for (const port of ports) port.postMessage(message);
    },
    count: () => ports.size,
  };
}
