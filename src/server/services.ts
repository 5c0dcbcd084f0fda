import type { Model } from "../config/model.ts";
import type { Config } from "../config/schema.ts";
import type { ModelState } from "../openai/models.ts";
import type { Store } from "../store/store.ts";

/** Everything the server needs from outside: it touches no global of a service worker. */
export interface Services {
  readonly config: Config;
  readonly store: Store;
  /** The path that ends in `/v1`, for example `/app/v1`. */
  readonly basePath: string;
  /** The models that a request may name now, by id. Asked for every chat request, so it must be quick. */
  installedModels(): Promise<ReadonlyMap<string, Model>>;
  /** The same models, and what each is at. For listings only: it may ask another context and wait for it. */
  modelStates(): Promise<ReadonlyMap<string, ModelState>>;
  /** Milliseconds since 1970. */
  now(): number;
  /** The build's name, part of `system_fingerprint`. */
  readonly build: string;
  readonly timing?: Partial<Timing>;
  /** Told of failures that no response can carry; the console by default. */
  report?(problem: string, cause: unknown): void;
}

/** How long things may take, in milliseconds. */
export interface Timing {
  /**
   * How long a response may wait before its headers are sent. Browsers end a fetch without headers, some
   * after 30 s, and a request without headers cannot be cancelled.
   */
  readonly headersTimeoutMs: number;
  /** The longest silence in a stream before a comment is sent. */
  readonly keepAliveIntervalMs: number;
  /** The longest silence in a late JSON body before white space is sent. */
  readonly whiteSpaceIntervalMs: number;
  /** Between an error frame and the error that ends the stream, so that the frame arrives first. */
  readonly errorFrameDelayMs: number;
}

export const DEFAULT_TIMING: Timing = {
  headersTimeoutMs: 20_000,
  keepAliveIntervalMs: 10_000,
  whiteSpaceIntervalMs: 5_000,
  errorFrameDelayMs: 100,
};
