import type { Status } from "./status.ts";

/** How often the service worker is asked, in milliseconds; it cannot tell by itself. */
const INTERVAL = 1_000;

export type StatusListener = (status: Status) => void;

/** Tells listeners about every change of the status, while the page is visible and anybody listens. */
export class StatusObserver {
  readonly #read: () => Promise<Status>;
  readonly #listeners = new Set<StatusListener>();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The latest status as text, to tell a change. */
  #latest: { readonly status: Status; readonly text: string } | undefined;

  constructor(read: () => Promise<Status>) {
    this.#read = read;
  }

  /** Tell `listener` now and on every change, until the returned function is called. */
  readonly observe = (listener: StatusListener): (() => void) => {
    this.#listeners.add(listener);
    if (this.#latest !== undefined) listener(this.#latest.status);
    this.#timer ??= setInterval(() => document.visibilityState === "visible" && this.refresh(), INTERVAL);
    this.refresh();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#latest = undefined;
    };
  };

  /** Something has changed: ask at once, if anybody listens. */
  readonly refresh = (): void => {
    if (this.#listeners.size === 0) return;
    // While the worker is replaced it may not answer; the next time it does.
    this.#read().then(this.#tell, () => {});
  };

  readonly #tell = (status: Status): void => {
    const text = JSON.stringify(status);
    if (text === this.#latest?.text) return;
    this.#latest = { status, text };
    for (const listener of this.#listeners) listener(status);
  };
}
