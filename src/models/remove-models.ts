import { installedFolder } from "../scope/installed-folder.ts";
import { PARTIAL_CACHE } from "./partial-files.ts";

/** Delete every installed model file of this deployment. What others keep in caches of the same names stays. */
export async function removeAllModels(caches: CacheStorage): Promise<void> {
  await removeBelow(caches, installedFolder());
}

/** Delete the installed files below a URL, and parts of them. */
export async function removeBelow(caches: CacheStorage, folder: string): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const ours = (await cache.keys()).filter(({ url }) => url.startsWith(folder));
    for (const { url } of ours) await cache.delete(url);
    // One that was empty before may be another deployment's, which is about to fill it.
    if ((ours.length > 0 || name === PARTIAL_CACHE) && (await cache.keys()).length === 0)
      await caches.delete(name);
  }
}
