/** The Web Lock that requests to the service share until their replies need neither the worker nor the page. */
import { scopedName } from "../scope/scoped-name.ts";

const LOCK = scopedName("insitu-reply");
/** Interval at which the lock is tried, in milliseconds. */
const POLL_INTERVAL_MS = 250;

/**
 * Acquire the lock, which is available unless an update of the service worker is taking place.
 *
 * @returns the function that releases it
 */
export function holdReplyLock(signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(LOCK, { mode: "shared", signal }, () => new Promise<void>((end) => resolve(releaseBy(end))))
      .catch(reject);
  });
}

/** A page in the back/forward cache would keep the lock, and reads nothing there. */
function releaseBy(end: () => void): () => void {
  const release = () => {
    removeEventListener("pagehide", release);
    end();
  };
  addEventListener("pagehide", release);
  return release;
}

/**
 * Run `work` while no page of the scope has a reply under way and none can begin. Waits without a timeout, and by
 * polling: a queued exclusive request would block new requests behind a long reply.
 */
export async function betweenReplies<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
      lock === null ? undefined : { result: await work() },
    );
    if (done !== undefined) return done.result;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
