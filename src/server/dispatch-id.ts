/**
 * The id that tells a request dispatched twice from two requests. When a service worker dies before it has sent a
 * response's headers, Chromium restarts it and dispatches the same fetch again. The page's `fetch` therefore gives
 * every request an id: it becomes part of the completion's id, so that the engine can recognise a second dispatch, and
 * the request is taken from the key's limit only once. A request without a well-formed id counts as new at each
 * dispatch, which costs a generation that nobody reads, but never a wrong reply.
 */

/** Sent by `page/guarded-fetch.ts`. */
const HEADER = "x-insitu-request-id";
const WELL_FORMED = /^[A-Za-z0-9]{24,64}$/;

/** The request's id, or undefined if it has none or a malformed one. */
export function dispatchId(headers: Headers): string | undefined {
  const id = headers.get(HEADER);
  return id !== null && WELL_FORMED.test(id) ? id : undefined;
}
