/** The content security policy: what the app's pages and workers may load, and where they may connect to. */
import type { Config } from "./schema.ts";
import { matchesOriginPattern } from "./origin-pattern.ts";

/** Delivery of a policy: in an HTTP header, or in a `<meta>` element, which ignores `frame-ancestors`. */
export type PolicyDelivery = "header" | "meta";

/**
 * The policy of a deployment, as the value of `Content-Security-Policy`. docs/security.md explains each line.
 */
export function contentSecurityPolicy(config: Config, delivery: PolicyDelivery): string {
  const directives: readonly (readonly [name: string, ...sources: string[]])[] = [
    ["default-src", "'none'"],
    ["script-src", "'self'", "'wasm-unsafe-eval'"],
    ["style-src", "'self'"],
    ["img-src", "'self'", "data:", "blob:"],
    // web-llm fetches the images that it is given as `data:` URLs: such a fetch uses no network.
    ["connect-src", "'self'", "blob:", "data:", ...otherOrigins(config)],
    ["worker-src", "'self'"],
    ["manifest-src", "'self'"],
    ["base-uri", "'none'"],
    ["form-action", "'none'"],
    ["require-trusted-types-for", "'script'"],
    ["trusted-types", "default", "dompurify"],
  ];
  const framed = delivery === "header" ? ["frame-ancestors 'none'"] : [];
  return [...directives.map((directive) => directive.join(" ")), ...framed].join("; ");
}

/** True if the policy lets a worker of `origin` connect to `url`. */
export function mayConnect(config: Config, origin: string, url: URL): boolean {
  return url.origin === origin || matchesOriginPattern(url, otherOrigins(config));
}

/** Origin patterns of the deployment besides its own origin. */
function otherOrigins({ catalogue, images }: Config): readonly string[] {
  return [...(catalogue?.hosts ?? []), ...images.allowed_hosts.map((host) => `https://${host}`)];
}
