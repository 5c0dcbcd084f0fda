// A new version of the service worker waits until a page applies it, and takes over between two replies.
import type { Workbox } from "workbox-window";
import type { TakeOver } from "../wire/page-messages.ts";
import { activation } from "./activation.ts";
import { InsituError } from "./insitu-error.ts";
import type { Timers } from "./timers.ts";

/** Timeout for a new version to take over, in milliseconds. No request begins in that time. */
const TAKE_OVER_TIMEOUT_MS = 10_000;

/** A new version that is installed and waits. */
export interface Update {
  /**
   * Switch to it, or to a newer one that has replaced it: waits until no reply is under way in any tab, lets the new
   * version take over, and reloads every connected page. Resolves just before the reload.
   *
   * @throws {InsituError} `install-failed` if no new version can be started, or if a request that was sent by another
   *   `fetch` than `insitu.fetch` keeps the browser from switching
   */
  apply(): Promise<void>;
}

export type UpdateListener = (update: Update) => void;

export interface UpdatesServices {
  /** Creates an instance, which can register once. */
  openWorkbox(): Workbox;
  /** The registration of our worker; undefined if it was deleted. */
  registration(): Promise<ServiceWorkerRegistration | undefined>;
  /** The worker that controls the page now, if it is ours. */
  controller(): ServiceWorker | undefined;
  readonly timers: Timers;
  /** Run `work` while no reply is under way and none can begin. */
  betweenReplies(work: () => Promise<void>): Promise<void>;
  reload(): void;
}

/** Registers the service worker, notices its new versions, and follows the one that takes over. */
export interface Updates {
  /** True if the worker is registered and its new versions are noticed. */
  isFollowing(): boolean;
  /** Tell `listener` about a version that waits now, and about later ones. */
  listen(listener: UpdateListener): void;
  /**
   * Register the worker and follow it from now on.
   *
   * @throws the browser's error where it refuses the registration
   */
  register(): Promise<ServiceWorkerRegistration>;
}

export function createUpdates(services: UpdatesServices): Updates {
  const listeners = new Set<UpdateListener>();
  /** The only instance whose events count. */
  let current: Workbox | undefined;
  let isFollowing = false;
  let controller: ServiceWorker | undefined;
  /** The waiting worker that listeners were told about. */
  let announced: ServiceWorker | undefined;

  async function register(): Promise<ServiceWorkerRegistration> {
    controller ??= services.controller();
    const workbox = services.openWorkbox();
    current = workbox;
    workbox.addEventListener("waiting", ({ sw }) => {
      if (workbox === current && sw !== undefined) void announce(sw);
    });
    // An instance stops looking for new versions once another tab has found one; a new instance looks again.
    workbox.addEventListener("redundant", () => {
      if (workbox === current) void lookAgain();
    });
    workbox.addEventListener("controlling", followController);
    const registration = await workbox.register({ immediate: true });
    if (registration === undefined) throw new Error("The service worker was registered before.");
    isFollowing = true;
    // The instance does not see a version whose installation had already begun: a new instance sees it wait.
    if (registration.active !== null) {
      registration.installing?.addEventListener("statechange", () => void lookAgain(), { once: true });
    }
    return registration;
  }

  async function lookAgain(): Promise<void> {
    // If everything was deleted in the meantime, registering would bring it back.
    if (!(await services.registration())?.active) return;
    // The next `connect()` tries again after a failure.
    await register().catch(() => (isFollowing = false));
  }

  async function announce(worker: ServiceWorker): Promise<void> {
    const registration = await services.registration();
    // Without an active worker it is the first version, which need not wait.
    if (!registration?.active || registration.waiting !== worker || announced === worker) return;
    announced = worker;
    for (const listener of listeners) listener(updateTo(worker));
  }

  function followController(): void {
    const before = controller;
    controller = services.controller();
    // A page that is controlled for the first time runs no code of an older version.
    if (before !== undefined && controller !== undefined && before !== controller) services.reload();
  }

  const updateTo = (worker: ServiceWorker): Update => ({
    apply: () => services.betweenReplies(() => takeOver(worker, services)),
  });

  return {
    isFollowing: () => isFollowing,
    register,
    listen(listener) {
      listeners.add(listener);
      if (announced?.state === "installed") listener(updateTo(announced));
    },
  };
}

/**
 * Takes a message of our own: workbox-window's `messageSkipWaiting` would need a worker that obeys `SKIP_WAITING`, which
 * any script that knows workbox can send while a reply is under way, and it does not report the outcome.
 */
async function takeOver(announced: ServiceWorker, services: UpdatesServices): Promise<void> {
  const waiting = async () => (await services.registration())?.waiting;
  let worker = (await waiting()) ?? announced;
  for (;;) {
    worker.postMessage({ type: "take-over" } satisfies TakeOver);
    // In Chromium a plain `fetch` that streams keeps the new version waiting in spite of the message.
    const timeout = new Promise<undefined>((resolve) =>
      services.timers.once(TAKE_OVER_TIMEOUT_MS, () => resolve(undefined)),
    );
    const isActive = await Promise.race([activation(worker), timeout]);
    if (isActive === true) return;
    const next = await waiting();
    if (!next || next === worker) {
      const reason = isActive === false ? "be started" : "take over while another request is open";
      throw new InsituError("install-failed", `The new version could not ${reason}. Try again.`);
    }
    worker = next;
  }
}
