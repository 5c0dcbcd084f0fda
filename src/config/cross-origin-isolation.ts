/**
 * Headers that make a page cross-origin isolated, which gives it and its dedicated workers shared memory, and with that
 * threads in WebAssembly. docs/decisions/012-require-corp.md says why these values.
 */
import type { Config } from "./schema.ts";

type HeaderValues = Readonly<Record<string, string>>;

const EMBEDDER_POLICY: HeaderValues = { "Cross-Origin-Embedder-Policy": "require-corp" };

/** Headers of the script of a dedicated worker: without them, an isolated page cannot start the worker. */
export const WORKER_ISOLATION_HEADERS = EMBEDDER_POLICY;

/** Headers of a page that is to be isolated. */
export const PAGE_ISOLATION_HEADERS: HeaderValues = {
  "Cross-Origin-Opener-Policy": "same-origin",
  ...EMBEDDER_POLICY,
};

/** Pages that are isolated: those of the build, all pages of the scope, or none. */
export type IsolatedPages = NonNullable<Config["cross_origin_isolation"]>;

/** The choice of a deployment; the pages of the build if it makes none. */
export function isolatedPages({ cross_origin_isolation = "build" }: Config): IsolatedPages {
  return cross_origin_isolation;
}
