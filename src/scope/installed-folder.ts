import { SCOPE } from "./scoped-name.ts";

/** Its host cannot exist (RFC 6761): nothing that looks for a file there can ask the network. */
const ORIGIN = "https://models.insitu.invalid";
/** Another host, so that no model's id at the root can be taken for a scope. */
const SCOPED_ORIGIN = "https://scoped.models.insitu.invalid";

/**
 * The URL below which a deployment's installed model files are kept in Cache Storage, with a `/` at its end. The
 * caches themselves have web-llm's names, which all deployments of an origin share.
 */
export function installedFolder(scope: string = SCOPE): string {
  return scope === "/" ? `${ORIGIN}/` : `${SCOPED_ORIGIN}/${encodeURIComponent(scope)}/`;
}
