/** Why `connect()` or a call through it was refused. `message` is written for the app's developer. */
export type InsituErrorCode =
  /** The browser has no service workers here (an insecure origin, a private window, an old browser). */
  | "unsupported"
  /** The page's URL is outside the scope of the service worker, so it would see none of its requests. */
  | "outside-scope"
  /** Another service worker holds the scope. It is left alone. */
  | "foreign-worker"
  /** The service worker could not be installed. */
  | "install-failed"
  /** The page is not controlled by the service worker: a request would go to the network. */
  | "uncontrolled"
  /** The worker that runs the model cannot be started. */
  | "host-failed"
  /** A model cannot be installed or removed; what was downloaded of it stays. */
  | "model-failed"
  /** The install of a model was paused, here or in another tab. */
  | "paused"
  /** The self-test needs a model on this device, and its files are not all there. */
  | "not-installed"
  /** The self-test could not be carried through. */
  | "self-test-failed";

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
