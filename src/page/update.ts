/** A new version of the service worker waits until a page says so, and takes over between two replies. */
import type { Workbox } from "workbox-window";
import type { TakeOver } from "../wire/page-messages.ts";
import { activation } from "./activation.ts";
import { InsituError } from "./insitu-error.ts";
import type { Timers } from "./timers.ts";

/** Time that a new version has to take over once it was told to, in milliseconds. No request begins meanwhile. */
const TAKE_OVER_MS = 10_000;

/** A new version that is installed and waits. */
export interface Update {
  /**
   * Use it, or a still newer one that has replaced it: waits until no reply is under way in any tab, lets the new
   * version take over, and reloads every page that is connected. Resolves just before that.
   *
   * @throws {InsituError} `install-failed` where no new version can be used, or a request that is not under our guard
   *   keeps the browser from letting it take over
   */
  apply(): Promise<void>;
}

export type UpdateListener = (update: Update) => void;

export interface UpdatesServices {
  /** A new instance, which can register once. */
  openWorkbox(): Workbox;
  /** The registration of our worker; undefined where it was deleted. */
  registration(): Promise<ServiceWorkerRegistration | undefined>;
  /** The worker that controls the page now, if it is ours. */
  controller(): ServiceWorker | undefined;
  readonly timers: Timers;
  /** Do something while no reply is under way and none can begin. */
  betweenReplies(work: () => Promise<void>): Promise<void>;
  reload(): void;
}

/** Registers the service worker, notices its new versions, and goes with the one that takes over. */
export class Updates {
  readonly #services: UpdatesServices;
  readonly #listeners = new Set<UpdateListener>();
  /** The only instance whose events count. */
  #workbox: Workbox | undefined;
  #isFollowing = false;
  #controller: ServiceWorker | undefined;
  /** The worker that waits, once it was seen. */
  #waiting: ServiceWorker | undefined;

  constructor(services: UpdatesServices) {
    this.#services = services;
  }

  /** Whether the worker is registered, and its new versions are noticed. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Tell `listener` about a version that waits now, and about later ones. */
  listen(listener: UpdateListener): void {
    this.#listeners.add(listener);
    if (this.#waiting?.state === "installed") listener(this.#updateTo(this.#waiting));
  }

  /**
   * Register the worker and follow it from now on.
   *
   * @throws what the browser refuses the registration with
   */
  async register(): Promise<ServiceWorkerRegistration> {
    this.#controller ??= this.#services.controller();
    const workbox = this.#services.openWorkbox();
    this.#workbox = workbox;
    workbox.addEventListener("waiting", ({ sw }) => {
      if (workbox === this.#workbox && sw !== undefined) void this.#found(sw);
    });
    // It stops to look for new versions once another tab has found one, and a new instance begins again.
    workbox.addEventListener("redundant", () => {
      if (workbox === this.#workbox) void this.#lookAgain();
    });
    workbox.addEventListener("controlling", () => this.#controlled());
    const registration = await workbox.register({ immediate: true });
    if (registration === undefined) throw new Error("The service worker was registered before.");
    this.#isFollowing = true;
    // It does not see a version whose installation had begun before: a new instance sees it wait.
    if (registration.active !== null) {
      registration.installing?.addEventListener("statechange", () => void this.#lookAgain(), { once: true });
    }
    return registration;
  }

  async #lookAgain(): Promise<void> {
    const registration = await this.#services.registration();
    // Where everything was deleted meanwhile, registering would bring it back.
    if (!registration?.active) return;
    // The next `connect()` tries again after a failure.
    await this.register().catch(() => (this.#isFollowing = false));
  }

  async #found(worker: ServiceWorker): Promise<void> {
    const registration = await this.#services.registration();
    // Without an active worker it is the first version, which need not wait.
    if (!registration?.active || registration.waiting !== worker || this.#waiting === worker) return;
    this.#waiting = worker;
    for (const listener of this.#listeners) listener(this.#updateTo(worker));
  }

  #controlled(): void {
    const before = this.#controller;
    this.#controller = this.#services.controller();
    // The first control of a page changes nothing that it runs on.
    if (before !== undefined && this.#controller !== undefined && before !== this.#controller) {
      this.#services.reload();
    }
  }

  #updateTo(worker: ServiceWorker): Update {
    return { apply: () => this.#services.betweenReplies(() => this.#takeOver(worker)) };
  }

  /**
   * By a message of our own. workbox-window's `messageSkipWaiting` would have the worker obey `SKIP_WAITING`, which any
   * script sends that knows workbox, whether or not a reply is under way; and it does not tell what came of it.
   */
  async #takeOver(announced: ServiceWorker): Promise<void> {
    let worker = (await this.#services.registration())?.waiting ?? announced;
    for (;;) {
      worker.postMessage({ type: "take-over" } satisfies TakeOver);
      const isActive = await Promise.race([activation(worker), this.#late()]);
      if (isActive === true) return;
      const next = (await this.#services.registration())?.waiting;
      if (!next || next === worker) {
        const reason = isActive === false ? "be started" : "take over while another request is open";
        throw new InsituError("install-failed", `The new version could not ${reason}. Try again.`);
      }
      worker = next;
    }
  }

  /** In Chromium a plain `fetch` that streams keeps the new version waiting, whatever it was told. */
  #late(): Promise<undefined> {
    return new Promise((resolve) => this.#services.timers.once(TAKE_OVER_MS, () => resolve(undefined)));
  }
}
