/** Getting this page controlled by our service worker. */
import { scopedName } from "../scope/scoped-name.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { activation } from "./activation.ts";
import { isOurs, ourController } from "./controller.ts";
import { InsituError } from "./insitu-error.ts";
import { scope, workerUrl } from "./location.ts";
import { updates } from "./page-updates.ts";

/** How long to wait for control before the page is reloaded, in milliseconds. */
const CONTROL_DEADLINE = 5_000;
/** Session flag: this tab was reloaded once to get controlled, and must not be again. */
const RELOADED = scopedName("insitu:reloaded-for-control");

/**
 * Register the service worker and wait until it controls this page.
 *
 * @throws {InsituError} where that is impossible; nothing of another service worker is touched
 */
export async function takeControl(): Promise<ServiceWorker> {
  if (!("serviceWorker" in navigator)) {
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
  await refuseForeignWorker();
  const controller = ourController();
  if (controller !== undefined && updates.isFollowing()) return controller;
  const active = await register();
  return ourController() ?? (await waitForControl(active));
}

async function refuseForeignWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(location.href);
  // One of a wider scope is not in the way: the browser gives a page to the worker of the narrowest scope.
  if (registration === undefined || !registration.scope.startsWith(scope.href)) return;
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker && worker.scriptURL !== workerUrl.href) {
    throw new InsituError(
      "foreign-worker",
      `Another service worker (${worker.scriptURL}) holds ${registration.scope}. Unregister it, or serve this app elsewhere.`,
    );
  }
}

/** The active worker of our registration, once there is one. */
async function register(): Promise<ServiceWorker> {
  try {
    const registration = await updates.register();
    return registration.active ?? (await firstActivated(registration));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Offline, an installed worker serves on although its script cannot be looked up.
    const installed = await navigator.serviceWorker.getRegistration(scope.href);
    if (installed?.active && isOurs(installed.active)) return installed.active;
    throw new InsituError("install-failed", `The service worker could not be installed: ${reason}`, {
      cause: error,
    });
  }
}

/** workbox-window's `active` is no help: it never resolves where another tab had begun the installation. */
async function firstActivated({ installing, waiting }: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = installing ?? waiting;
  if (!worker) throw new Error("it is neither installing nor active");
  if (await activation(worker)) return worker;
  throw new Error("its installation failed (a file it keeps could not be fetched)");
}

async function waitForControl(active: ServiceWorker): Promise<ServiceWorker> {
  active.postMessage({ v, type: "claim" });
  const controller = await controlChange();
  if (controller !== undefined) {
    sessionStorage.removeItem(RELOADED);
    return controller;
  }
  if (sessionStorage.getItem(RELOADED) === null) {
    sessionStorage.setItem(RELOADED, "1");
    location.reload();
    // The page is going away; whoever waits for it must not go on.
    return new Promise(() => {});
  }
  throw new InsituError(
    "uncontrolled",
    "The service worker does not take control of this page. Reload it (without shift).",
  );
}

/** Nor is its `controlling`, which never resolves in a page that was reloaded without its worker (shift-reload). */
function controlChange(): Promise<ServiceWorker | undefined> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      navigator.serviceWorker.removeEventListener("controllerchange", settle);
      resolve(ourController());
    };
    const timer = setTimeout(settle, CONTROL_DEADLINE);
    navigator.serviceWorker.addEventListener("controllerchange", settle);
    if (ourController() !== undefined) settle();
  });
}
