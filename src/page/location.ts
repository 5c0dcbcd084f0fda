/** Addresses of this build of the service, from `vite build --base`. */

/** The scope of the service worker: every page under it can use the service. */
export const scope = new URL(import.meta.env.BASE_URL, location.origin);

export const workerUrl = new URL("sw.js", scope);

/** The base URL for an SDK. */
export const baseURL = new URL("v1", scope).href;
