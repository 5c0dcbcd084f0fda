/** The guarded fetch of this page. */
import { ourController } from "./controller.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { baseURL } from "./location.ts";
import { onCollected } from "./on-collected.ts";
import { holdReplyLock } from "./reply-lock.ts";
import { timers } from "./timers.ts";

export const guardedFetch = createGuardedFetch({
  baseURL,
  timers,
  onCollected,
  fetch: (request) => fetch(request),
  controller: ourController,
  holdReplyLock,
});
