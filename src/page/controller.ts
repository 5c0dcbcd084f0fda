/** This page's control by our service worker. */
import { workerUrl } from "./location.ts";

/** The service worker that controls this page, if it is ours. */
export function ourController(): ServiceWorker | undefined {
  const { controller } = navigator.serviceWorker;
  return controller !== null && isOurs(controller) ? controller : undefined;
}

/** True if the worker is this deployment's and can still be used. */
export function isOurs(worker: ServiceWorker): boolean {
  return worker.scriptURL === workerUrl.href && worker.state !== "redundant";
}
