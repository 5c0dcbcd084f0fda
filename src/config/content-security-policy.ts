/** What pages and workers of the app may load and where they may connect to. */
import type { Config } from "./schema.ts";

/** Where a policy is said: an HTTP header, or a `<meta>` element, which takes all but `frame-ancestors`. */
export type PolicyPlace = "header" | "meta";

/**
 * The policy of a deployment, as the value of `Content-Security-Policy`. docs/security.md has what each line is
 * for.
 */
export function contentSecurityPolicy(config: Config, place: PolicyPlace): string {
  const directives: readonly (readonly [name: string, ...sources: string[]])[] = [
    ["default-src", "'none'"],
    ["script-src", "'self'", "'wasm-unsafe-eval'"],
    ["style-src", "'self'"],
    ["img-src", "'self'", "data:", "blob:"],
    // web-llm fetches an image that it was given as a `data:` URL: that leads nowhere.
    ["connect-src", "'self'", "blob:", "data:", ...outsideSources(config)],
    ["worker-src", "'self'"],
    ["manifest-src", "'self'"],
    ["base-uri", "'none'"],
    ["form-action", "'none'"],
    ["require-trusted-types-for", "'script'"],
    ["trusted-types", "default", "dompurify"],
  ];
  const framed = place === "header" ? ["frame-ancestors 'none'"] : [];
  return [...directives.map((directive) => directive.join(" ")), ...framed].join("; ");
}

/** Whether the policy lets a worker of `origin` connect to `url`. */
export function mayConnect(config: Config, origin: string, url: URL): boolean {
  return url.origin === origin || outsideSources(config).some((source) => matches(url, source));
}

/** Origins besides our own; `*.` stands for any subdomain. */
function outsideSources({ catalogue, images }: Config): readonly string[] {
  return [...(catalogue?.hosts ?? []), ...images.allowed_hosts.map((host) => `https://${host}`)];
}

function matches(url: URL, source: string): boolean {
  const [scheme, host = ""] = source.split("://", 2);
  if (url.protocol !== `${scheme}:`) return false;
  return host.startsWith("*.") ? url.host.endsWith(host.slice(1)) : url.host === new URL(source).host;
}
