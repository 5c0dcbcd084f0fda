import type { Status } from "./status.ts";

/** Interval at which the service worker is asked, in milliseconds: it cannot push its status. */
const POLL_INTERVAL_MS = 1_000;

export type StatusListener = (status: Status) => void;

export interface StatusObserver {
  /** Call `listener` now and after every change, until the returned function is called. */
  observe(listener: StatusListener): () => void;
  /** Read the status at once, if there are listeners: something has changed. */
  refresh(): void;
}

/** Tells listeners about every change of the status, while the page is visible. */
export function createStatusObserver(read: () => Promise<Status>): StatusObserver {
  const listeners = new Set<StatusListener>();
  let timer: ReturnType<typeof setInterval> | undefined;
  /** The latest status, and as text: statuses are compared by it. */
  let latest: { readonly status: Status; readonly text: string } | undefined;

  function refresh(): void {
    if (listeners.size === 0) return;
    // A worker that is being replaced may not answer; the next poll reaches its successor.
    read().then(tell, () => {});
  }

  function tell(status: Status): void {
    const text = JSON.stringify(status);
    if (text === latest?.text) return;
    latest = { status, text };
    for (const listener of listeners) listener(status);
  }

  return {
    refresh,

    observe(listener) {
      listeners.add(listener);
      if (latest !== undefined) listener(latest.status);
      timer ??= setInterval(() => document.visibilityState === "visible" && refresh(), POLL_INTERVAL_MS);
      refresh();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = latest = undefined;
      };
    },
  };
}
