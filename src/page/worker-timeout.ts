/** Timeout of an answer of the service worker, in milliseconds. It may have to start first. */
export const WORKER_TIMEOUT_MS = 10_000;
