/** The meaning of an error thrown below a backend: by its library, the device or the browser's storage. */
export type FailureKind =
  /** The device cannot run the model. `message` says what it lacks, and the remedy. */
  | { readonly type: "unsupported"; readonly message: string }
  | { readonly type: "out-of-memory" }
  | { readonly type: "device-lost" }
  /** A file of the model is not in the form that the engine reads. */
  | { readonly type: "unreadable" }
  /** The browser has no storage left for the engine. */
  | { readonly type: "no-room" }
  /** The prompt exceeds the context. */
  | { readonly type: "overflow" }
  /** A fault of ours or of the engine: no remedy is known. */
  | { readonly type: "unknown" };

/** A backend's part of the errors for callers: it knows its library's errors, and the name of its device. */
export interface BackendFailures {
  /**
   * @param error anything that was thrown
   * @param model the id of the model
   */
  kindOf(error: unknown, model: string): FailureKind;
  /** Sentences that name the device. They contain no text of a library. */
  readonly sentences: DeviceSentences;
}

export interface DeviceSentences {
  readonly outOfMemory: (model: string) => string;
  readonly lostInLoad: (model: string) => string;
  /** The next request reloads the model. */
  readonly lostInReply: string;
  /** No token came in that time. The next request reloads the model. */
  readonly stalled: (seconds: number) => string;
}
