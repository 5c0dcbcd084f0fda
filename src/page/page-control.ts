/** The control of this page. */
import { scopedName } from "../scope/scoped-name.ts";
import { takeControl } from "./control.ts";
import { isOurs, ourController } from "./controller.ts";
import { scope, workerUrl } from "./location.ts";
import { updates } from "./page-updates.ts";
import { timers } from "./timers.ts";

const RELOADED = scopedName("insitu:reloaded-for-control");

/** @throws {InsituError} as `takeControl` does */
export function takePageControl(): Promise<ServiceWorker> {
  return takeControl({
    container: navigator.serviceWorker,
    location,
    scope,
    workerUrl,
    updates,
    controller: ourController,
    isOurs,
    reloadFlag: {
      isSet: () => sessionStorage.getItem(RELOADED) !== null,
      set: () => sessionStorage.setItem(RELOADED, "1"),
      clear: () => sessionStorage.removeItem(RELOADED),
    },
    timers,
  });
}
