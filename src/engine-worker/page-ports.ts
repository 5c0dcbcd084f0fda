import type { HostMessage } from "../wire/control-messages.ts";
import { type Locks, watchLock } from "../wire/watch-lock.ts";

/** The way to a page that this worker reports to. */
export interface PagePort {
  postMessage(message: HostMessage): void;
  close(): void;
}

/** The ports of the pages that are open. No event tells of a page's end: its port would swallow reports for ever. */
export class PagePorts {
  readonly #locks: Locks;
  readonly #ports = new Set<PagePort>();

  constructor(locks: Locks) {
    this.#locks = locks;
  }

  get size(): number {
    return this.#ports.size;
  }

  /** Keep a port until the page's Web Lock `lock` is free. Adding it again does nothing. */
  add(port: PagePort, lock: string): void {
    if (this.#ports.has(port)) return;
    this.#ports.add(port);
    watchLock(this.#locks, lock, new AbortController().signal, () => {
      this.#ports.delete(port);
      port.close();
    });
  }

  send(message: HostMessage): void {
    for (const port of this.#ports) port.postMessage(message);
  }
}
