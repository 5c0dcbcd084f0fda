/** This page's registration of the service worker, and its updates. */
import { Workbox } from "workbox-window";
import { isOurs, ourController } from "./controller.ts";
import { scope, workerUrl } from "./location.ts";
import { betweenReplies } from "./reply-lock.ts";
import { timers } from "./timers.ts";
import { createUpdates } from "./update.ts";

const OPTIONS: RegistrationOptions = { scope: scope.pathname, updateViaCache: "none" };

export const updates = createUpdates({
  openWorkbox: () => new Workbox(workerUrl.href, OPTIONS),
  async registration() {
    const registration = await navigator.serviceWorker.getRegistration(scope.href);
    return registration?.active && isOurs(registration.active) ? registration : undefined;
  },
  controller: ourController,
  timers,
  betweenReplies,
  reload: () => location.reload(),
});
