import { removeAllModels } from "../models/remove-models.ts";
import { countingStoppedSchema } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { deletePageStore } from "./page-store.ts";
import { askWorker } from "./ask-worker.ts";
import { scope, workerUrl } from "./location.ts";

/**
 * Delete everything that the service stores in this browser (keys, workspaces, usage, installed models, the app's files
 * for offline use) and unregister its service worker. Apps' own data is not touched.
 */
export async function deleteAllData(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(scope.href);
  // First, so that no request finds data half deleted. Pages that the worker controls keep it until they close.
  if (registration?.active?.scriptURL === workerUrl.href) await registration.unregister();
  // A worker that does not answer counts nothing.
  await askWorker({ v, type: "stop-counting" }, countingStoppedSchema).catch(() => {});
  await deletePageStore();
  await removeAllModels(caches);
  // The precache's name ends with its scope.
  for (const name of await caches.keys()) if (name.endsWith(scope.href)) await caches.delete(name);
}
