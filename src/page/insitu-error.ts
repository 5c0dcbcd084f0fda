/**
 * Reason why `connect()`, or a call to what it returned, failed:
 *
 * - `unsupported`: the browser has no service workers here (an insecure origin, a private window, an old browser)
 * - `outside-scope`: the page's URL is outside the scope of the service worker, which would not see its requests
 * - `foreign-worker`: another service worker holds the scope; it is left alone
 * - `install-failed`: the service worker could not be installed
 * - `uncontrolled`: the service worker does not control the page: a request would go to the network
 * - `host-failed`: the worker that runs the model cannot be started
 * - `model-failed`: a model cannot be installed or removed; its downloaded bytes are kept
 * - `paused`: the install of a model was paused, in this tab or another
 * - `not-installed`: the self-test needs an installed model
 * - `self-test-failed`: the self-test could not be completed
 */
export type InsituErrorCode =
  | "unsupported"
  | "outside-scope"
  | "foreign-worker"
  | "install-failed"
  | "uncontrolled"
  | "host-failed"
  | "model-failed"
  | "paused"
  | "not-installed"
  | "self-test-failed";

/** Failure of a call to the service's page interface. `message` is written for the app's developer. */
export class InsituError extends Error {
  override readonly name = "InsituError";

  constructor(
    readonly code: InsituErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
