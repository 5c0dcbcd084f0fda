/**
 * The one interface between the service and whatever generates. The broker in the service worker
 * implements it too, so the server cannot tell whether the model is beside it or two workers away.
 *
 * Types only: nothing here runs.
 */
import type { Conversation } from "../openai/conversation.ts";

export interface GenerateRequest {
  /** The completion's id (`chatcmpl-…`), unique; the same request dispatched twice has the same id. */
  readonly id: string;
  /** Who asked, for fairness between callers: an API key's id. */
  readonly owner: string;
  readonly model: string;
  readonly conversation: Conversation;
  /** Ask for the `n` most likely tokens of each step with their natural-log probabilities (0 to 5). */
  readonly topLogprobs?: number;
}

/** What a request waits for. `fraction` runs from 0 to 1 where the length of the wait is known. */
export interface Waiting {
  readonly phase: "queue" | "download" | "verify" | "load" | "prefill";
  readonly fraction?: number;
}

export interface TokenLogprobs {
  /** The most likely tokens, likeliest first: text and natural-log probability. */
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
}

/** Token counts of one reply. */
export interface Usage {
  /** Everything in the prompt, cached or not. */
  readonly promptTokens: number;
  /** How many of them needed no prefill. */
  readonly cachedTokens: number;
  readonly completionTokens: number;
}

export type FinishReason = "stop" | "tool_calls" | "length";

/**
 * The parts of one reply, in order: `admitted` once, then any number of `waiting`, then text and tool
 * calls, then `finish` once. A reply that ends without `finish` failed, by a thrown `EngineError`.
 */
export type StreamPart =
  /** The request is sound for this model: the prompt fits and its grammars compile. */
  | { readonly type: "admitted"; readonly promptTokens: number; readonly engine: EngineIdentity }
  | ({ readonly type: "waiting" } & Waiting)
  | { readonly type: "text"; readonly text: string; readonly logprobs?: readonly TokenLogprobs[] }
  | { readonly type: "tool-call"; readonly index: number; readonly id: string; readonly name: string }
  | { readonly type: "tool-arguments"; readonly index: number; readonly text: string }
  | { readonly type: "finish"; readonly reason: FinishReason; readonly usage: Usage };

/** What generates: named in `system_fingerprint`, `x-insitu-engine` and the status page. */
export interface EngineIdentity {
  /** For example `web-llm`. */
  readonly name: string;
  /** For example `0.2.86`. */
  readonly version: string;
}

/**
 * Why a request failed. The server maps each to one status:
 * - `invalid`: 400, the request cannot be served as it is; `param` names the field
 * - `model-not-found`: 400
 * - `context-overflow`: 400, the prompt is longer than the model's context
 * - `queue-full`: 429
 * - `unavailable`: 503 with retry-after; the host is gone, or loading takes too long
 * - `unsupported`: 503 without retry; nothing on this machine can run the model
 * - `failed`: 500
 * - `cancelled`: the caller gave up; no answer is owed
 */
export type EngineErrorCode =
  | "invalid"
  | "model-not-found"
  | "context-overflow"
  | "queue-full"
  | "unavailable"
  | "unsupported"
  | "failed"
  | "cancelled";

export interface Engine {
  /**
   * Generate one reply. The first pull does the admission (tokenise, compile grammars; no weights needed)
   * and gives `admitted`; generation starts at the second, so whoever pulls decides when. `return()` or
   * aborting `signal` cancels and frees what the request holds.
   *
   * @throws {import("./engine-error.ts").EngineError} from the iterator
   */
  generate(request: GenerateRequest, signal: AbortSignal): AsyncIterable<StreamPart>;
}

/** What a model that is being made ready is at. Sizes in bytes, `fraction` 0 to 1 within the state. */
export interface ModelProgress {
  readonly id: string;
  readonly state: "downloading" | "verifying" | "loading" | "ready" | "failed";
  readonly loadedBytes: number;
  readonly totalBytes: number;
  readonly fraction: number;
  /** One line for a person: what is being done, or what failed. */
  readonly text: string;
}

/** An engine that runs in this context, rather than behind a port. */
export interface LocalEngine extends Engine {
  readonly identity: EngineIdentity;
  /**
   * Install, verify and load `model`, unloading another one. Resolves at once when it is loaded already;
   * joins the load in progress. A failed load can be tried again.
   */
  load(model: string): Promise<void>;
  /** Free the memory that `model` takes, once a reply under way has ended. */
  unload(model: string): Promise<void>;
}
