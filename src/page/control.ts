/** Getting this page controlled by our service worker. */
import { WIRE_VERSION as v } from "../wire/version.ts";
import { activation } from "./activation.ts";
import { InsituError } from "./insitu-error.ts";
import type { Timers } from "./timers.ts";
import type { Updates } from "./update.ts";

/** Timeout of `claim()`, in milliseconds; the page is reloaded after it. */
const CONTROL_TIMEOUT_MS = 5_000;

export interface ControlServices {
  /** `navigator.serviceWorker`, which insecure origins and private windows lack. */
  readonly container: ServiceWorkerContainer | undefined;
  readonly location: Pick<Location, "href" | "pathname" | "reload">;
  readonly scope: URL;
  readonly workerUrl: URL;
  readonly updates: Pick<Updates, "isFollowing" | "register">;
  /** The worker that controls the page now, if it is ours. */
  controller(): ServiceWorker | undefined;
  /** True if the worker is ours and usable. */
  isOurs(worker: ServiceWorker): boolean;
  /** Remembers for the tab's session that it was reloaded to get controlled, and must not be again. */
  readonly reloadFlag: { isSet(): boolean; set(): void; clear(): void };
  readonly timers: Timers;
}

/**
 * Register the service worker and wait until it controls this page.
 *
 * @throws {InsituError} if that is impossible; another app's service worker is left alone
 */
export async function takeControl(services: ControlServices): Promise<ServiceWorker> {
  const { container, location, scope, updates, controller } = services;
  if (container === undefined) {
    throw new InsituError(
      "unsupported",
      "This browser offers no service workers here. Use https or localhost, and no private window.",
    );
  }
  if (!location.href.startsWith(scope.href)) {
    throw new InsituError(
      "outside-scope",
      `This page (${location.pathname}) is outside the scope ${scope.pathname}: its requests would go to the network. Serve it from below the scope.`,
    );
  }
  await rejectForeignWorker(container, services);
  const current = controller();
  if (current !== undefined && updates.isFollowing()) return current;
  const active = await register(container, services);
  return controller() ?? (await waitForControl(active, container, services));
}

async function rejectForeignWorker(
  container: ServiceWorkerContainer,
  { location, scope, workerUrl }: ControlServices,
): Promise<void> {
  const registration = await container.getRegistration(location.href);
  // A worker of a wider scope does not conflict: the browser gives a page to the worker of the narrowest scope.
  if (registration === undefined || !registration.scope.startsWith(scope.href)) return;
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker && worker.scriptURL !== workerUrl.href) {
    throw new InsituError(
      "foreign-worker",
      `Another service worker (${worker.scriptURL}) holds ${registration.scope}. Unregister it, or serve this app elsewhere.`,
    );
  }
}

/** @returns the active worker of our registration, once there is one */
async function register(
  container: ServiceWorkerContainer,
  { scope, updates, isOurs }: ControlServices,
): Promise<ServiceWorker> {
  try {
    const registration = await updates.register();
    return registration.active ?? (await firstActivated(registration));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Offline, an installed worker keeps serving although its script cannot be checked for updates.
    const installed = await container.getRegistration(scope.href);
    if (installed?.active && isOurs(installed.active)) return installed.active;
    throw new InsituError("install-failed", `The service worker could not be installed: ${reason}`, {
      cause: error,
    });
  }
}

/** workbox-window's `active` promise never resolves if another tab had begun the installation. */
async function firstActivated({ installing, waiting }: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = installing ?? waiting;
  if (!worker) throw new Error("it is neither installing nor active");
  if (await activation(worker)) return worker;
  throw new Error("its installation failed (a file that it keeps could not be fetched)");
}

async function waitForControl(
  active: ServiceWorker,
  container: ServiceWorkerContainer,
  services: ControlServices,
): Promise<ServiceWorker> {
  const { location, reloadFlag } = services;
  active.postMessage({ v, type: "claim" });
  const controller = await controlChange(container, services);
  if (controller !== undefined) {
    reloadFlag.clear();
    return controller;
  }
  if (!reloadFlag.isSet()) {
    reloadFlag.set();
    location.reload();
    // The page is going away: its caller must not continue.
    return new Promise(() => {});
  }
  throw new InsituError(
    "uncontrolled",
    "The service worker does not take control of this page. Reload it (without shift).",
  );
}

/** workbox-window's `controlling` promise never resolves in a page that was shift-reloaded. */
function controlChange(
  container: ServiceWorkerContainer,
  { controller, timers }: ControlServices,
): Promise<ServiceWorker | undefined> {
  return new Promise((resolve) => {
    const settle = () => {
      stop();
      container.removeEventListener("controllerchange", settle);
      resolve(controller());
    };
    const stop = timers.once(CONTROL_TIMEOUT_MS, settle);
    container.addEventListener("controllerchange", settle);
    if (controller() !== undefined) settle();
  });
}
