import { installedFolder } from "../config/installed-folder.ts";

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
    // One that was empty before may be somebody else's, who is about to fill it.
    if (ours.length > 0 && (await cache.keys()).length === 0) await caches.delete(name);
  }
}
