import type { HostMessage, PageState } from "../wire/control-messages.ts";
import { type Locks, watchLock } from "../wire/watch-lock.ts";

/** The port of a page that this worker reports to. */
export interface PagePort {
  postMessage(message: HostMessage, transfer?: Transferable[]): void;
  close(): void;
}

/** A page that can start CPU workers. */
export interface DescribedPage {
  readonly port: PagePort;
  readonly state: PageState;
  /** Aborted when the page has closed. */
  readonly closed: AbortSignal;
}

/** The ports of the open pages. No event tells that a page has closed: its port would take reports for ever. */
export interface PagePorts {
  /** Keep a port until the page's Web Lock `lock` is free. Adding it again does nothing. */
  add(port: PagePort, lock: string): void;
  /** Note the state of a page that was added. */
  describe(port: PagePort, state: PageState): void;
  /** The pages that were described, the one that was last described first. */
  described(): readonly DescribedPage[];
  send(message: HostMessage): void;
  count(): number;
}

export function createPagePorts(locks: Locks): PagePorts {
  const pages = new Map<PagePort, AbortController>();
  const states = new Map<PagePort, DescribedPage>();
  return {
    add(port, lock) {
      if (pages.has(port)) return;
      const closed = new AbortController();
      pages.set(port, closed);
      watchLock(locks, lock, new AbortController().signal, () => {
        pages.delete(port);
        states.delete(port);
        port.close();
        closed.abort();
      });
    },
    describe(port, state) {
      const closed = pages.get(port)?.signal;
      if (closed === undefined) return;
      states.delete(port);
      states.set(port, { port, state, closed });
    },
    described: () => [...states.values()].toReversed(),
    send(message) {
      for (const port of pages.keys()) port.postMessage(message);
    },
    count: () => pages.size,
  };
}
