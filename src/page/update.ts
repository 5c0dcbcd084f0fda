/** A new version of the service worker waits until a page says so, and takes over between two replies. */
import type { TakeOver } from "../wire/page-messages.ts";
import { betweenReplies } from "./reply-lock.ts";
import { ourController } from "./control.ts";
import { InsituError } from "./insitu-error.ts";
import { scope } from "./location.ts";

/** A new version that is installed and waits. */
export interface Update {
  /**
   * Use it: waits until no reply is under way in any tab, lets the new version take over, and reloads every
   * page that is connected. Resolves just before that.
   *
   * @throws {InsituError} `install-failed` where the new version cannot be used
   */
  apply(): Promise<void>;
}

export type UpdateListener = (update: Update) => void;

const listeners = new Set<UpdateListener>();
/** The worker that waits, once it was seen. */
let waiting: ServiceWorker | undefined;
let watching = false;

/** Tell `listener` about a version that waits now, and about later ones. */
export function onUpdate(listener: UpdateListener): void {
  listeners.add(listener);
  if (waiting !== undefined) listener(updateTo(waiting));
}

/** Notice new versions, and go with the one that takes over, whichever page lets it. */
export async function watchForUpdates(): Promise<void> {
  if (watching) return;
  watching = true;
  let controller = ourController();
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    const before = controller;
    controller = ourController();
    // The first control of a page changes nothing that it runs on.
    if (before !== undefined && controller !== undefined && before !== controller) location.reload();
  });
  const registration = await navigator.serviceWorker.getRegistration(scope.href);
  if (registration === undefined) return;
  if (registration.waiting !== null) announce(registration.waiting);
  const watch = ({ installing }: ServiceWorkerRegistration) =>
    installing?.addEventListener("statechange", () => {
      // Without an active worker it is the first version, which need not wait.
      if (installing.state === "installed" && registration.active !== null) announce(installing);
    });
  watch(registration);
  registration.addEventListener("updatefound", () => watch(registration));
}

function announce(worker: ServiceWorker): void {
  waiting = worker;
  for (const listener of listeners) listener(updateTo(worker));
}

function updateTo(worker: ServiceWorker): Update {
  return { apply: () => betweenReplies(() => takeOver(worker)) };
}

function takeOver(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") {
        const text = "The new version was replaced by a newer one, or could not be started. Try again.";
        reject(new InsituError("install-failed", text));
      }
    };
    worker.addEventListener("statechange", settle);
    settle();
    worker.postMessage({ type: "take-over" } satisfies TakeOver);
  });
}
