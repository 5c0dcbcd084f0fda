/** Whether this page is controlled by our service worker. */
import { workerUrl } from "./location.ts";

/** The service worker that controls this page, if it is ours. */
export function ourController(): ServiceWorker | undefined {
  const { controller } = navigator.serviceWorker;
  return controller !== null && isOurs(controller) ? controller : undefined;
}

export function isOurs(worker: ServiceWorker): boolean {
  return worker.scriptURL === workerUrl.href && worker.state !== "redundant";
}
