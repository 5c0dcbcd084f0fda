import type { Model } from "../contract/model.ts";
import type { Config } from "../config/schema.ts";
import type { Store } from "../store/store.ts";
import type { HostedModels } from "./models.ts";

/** The server's dependencies: it uses no global of a service worker. */
export interface Services {
  readonly config: Config;
  readonly store: Store;
  /** The path that ends in `/v1`, for example `/app/v1`. */
  readonly basePath: string;
  /** The models that a request may name now, by id. Read for every chat request, so it must be quick. */
  installedModels(): Promise<ReadonlyMap<string, Model>>;
  /** Those of them that an engine has loaded, by id. Read for listings only: it may wait for another context. */
  hostedModels(): Promise<HostedModels>;
  /** Milliseconds since 1970. */
  now(): number;
  /** The build's id, part of `system_fingerprint`. */
  readonly build: string;
  readonly timing?: Partial<Timing>;
  /** Reports failures that responses do not explain; to the console by default. */
  report?(problem: string, cause: unknown): void;
}

/** Durations in milliseconds. */
export interface Timing {
  /**
   * Timeout after which headers are sent, ready or not. Some browsers fail a fetch that has had no headers for 30 s,
   * and a request without headers cannot be cancelled.
   */
  readonly headersTimeoutMs: number;
  /** Silence in a stream after which a comment is sent. */
  readonly keepAliveIntervalMs: number;
  /** Silence in a late JSON body after which white space is sent. */
  readonly whiteSpaceIntervalMs: number;
  /** Delay between an error frame and the error that ends the stream, so that the frame arrives first. */
  readonly errorFrameDelayMs: number;
}

export const DEFAULT_TIMING: Timing = {
  headersTimeoutMs: 20_000,
  keepAliveIntervalMs: 10_000,
  whiteSpaceIntervalMs: 5_000,
  errorFrameDelayMs: 100,
};
