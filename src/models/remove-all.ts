import { INSTALLED_ORIGIN } from "../config/installed-origin.ts";

/** Delete every installed model file. What others keep in caches of the same names stays. */
export async function removeAllModels(caches: CacheStorage): Promise<void> {
  await removeBelow(caches, `${INSTALLED_ORIGIN}/`);
}

/** Delete the installed files below a URL, and parts of them. */
export async function removeBelow(caches: CacheStorage, folder: string): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (url.startsWith(folder)) await cache.delete(url);
    }
    if ((await cache.keys()).length === 0) await caches.delete(name);
  }
}
