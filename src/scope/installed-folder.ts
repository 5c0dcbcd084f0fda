import { SCOPE } from "./scoped-name.ts";

/** Its host cannot exist (RFC 6761), so no lookup of a file there can reach the network. */
const ORIGIN = "https://models.insitu.invalid";
/** A different host, so that a model's id at the root cannot be mistaken for a scope. */
const SCOPED_ORIGIN = "https://scoped.models.insitu.invalid";

/**
 * The URL below which a deployment's installed model files are kept in Cache Storage, with a `/` at its end. The
 * caches themselves have web-llm's names, which all deployments of an origin share.
 */
export function installedFolder(scope: string = SCOPE): string {
  return scope === "/" ? `${ORIGIN}/` : `${SCOPED_ORIGIN}/${encodeURIComponent(scope)}/`;
}
