/** A Web Lock that every request to the service holds, shared, until its reply needs no worker and no page any more. */
import { scopedName } from "../scope/scoped-name.ts";

const LOCK = scopedName("insitu-reply");
/** How long to wait before it is looked again whether a reply is under way, in milliseconds. */
const INTERVAL = 250;

/**
 * Wait for the lock, which is free unless an update of the service worker takes place at this moment.
 *
 * @returns what lets go of it
 */
export function holdReplyLock(signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(LOCK, { mode: "shared", signal }, () => new Promise<void>((end) => resolve(releaseBy(end))))
      .catch(reject);
  });
}

/** A page that the browser keeps for its back button would keep the lock, and reads nothing meanwhile. */
function releaseBy(end: () => void): () => void {
  const release = () => {
    removeEventListener("pagehide", release);
    end();
  };
  addEventListener("pagehide", release);
  return release;
}

/**
 * Do something while no page of the scope has a reply under way and none can begin. Waits for that as long as it
 * takes; requests that come meanwhile are not held up, so that they need not wait for a long reply too.
 */
export async function betweenReplies<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
      lock === null ? undefined : { result: await work() },
    );
    if (done !== undefined) return done.result;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
}
