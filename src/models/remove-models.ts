import { installedFolder } from "../scope/installed-folder.ts";
import { modelFolder } from "./cached-file.ts";
import { PARTIAL_CACHE } from "./partial-files.ts";

/** Delete every installed model file of this deployment. Other deployments' files in the same caches stay. */
export async function removeAllModels(caches: CacheStorage): Promise<void> {
  await removeBelow(caches, installedFolder());
}

/** Delete all files of one model. */
export async function removeModel(caches: CacheStorage, id: string): Promise<void> {
  await removeBelow(caches, modelFolder(id));
}

/** Delete all installed and partial files below a URL. */
async function removeBelow(caches: CacheStorage, folder: string): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const ours = (await cache.keys()).filter(({ url }) => url.startsWith(folder));
    for (const { url } of ours) await cache.delete(url);
    // A cache that was empty before may belong to another deployment, which is about to fill it.
    if ((ours.length > 0 || name === PARTIAL_CACHE) && (await cache.keys()).length === 0)
      await caches.delete(name);
  }
}
