/**
 * Which request a dispatch belongs to. When a service worker dies before it has sent a response's headers,
 * Chromium starts it again and dispatches the same fetch again. The page's `fetch` therefore gives every
 * request an id of its own: the completion takes it, so that whoever generates can tell a second dispatch
 * from a second request, and it is not taken from the key's limit twice. A request without the header, or with
 * one of another form, is new at each dispatch: that costs a generation that nobody reads, never a wrong reply.
 */

/** As in `page/guarded-fetch.ts`. */
const HEADER = "x-insitu-request-id";
const WELL_FORMED = /^[A-Za-z0-9]{24,64}$/;

/** The id that the page gave the request, or undefined where it gave none that is well-formed. */
export function dispatchId(headers: Headers): string | undefined {
  const id = headers.get(HEADER);
  return id !== null && WELL_FORMED.test(id) ? id : undefined;
}
