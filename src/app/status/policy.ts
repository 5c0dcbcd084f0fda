/** The page's content security policy, which also limits requests that the service worker does not see. */

export interface Directive {
  readonly name: string;
  /** In the syntax of the policy: `'self'`, `https://example.org`. */
  readonly sources: readonly string[];
  /** Explanation for the user; "" for a directive that `MEANINGS` lacks. */
  readonly meaning: string;
}

const MEANINGS: Readonly<Record<string, string>> = {
  "default-src": "everything that no other line covers",
  "script-src": "code that may run",
  "style-src": "styles",
  "img-src": "images",
  "font-src": "fonts",
  "connect-src": "hosts that data may be sent to or fetched from",
  "worker-src": "workers",
  "manifest-src": "the app's manifest",
  "base-uri": "base addresses of relative links",
  "form-action": "where forms may be sent",
  "frame-ancestors": "pages that may embed this one",
  "frame-src": "pages that this one may embed",
  "object-src": "plug-ins",
  "require-trusted-types-for": "plain text may not become code",
  "trusted-types": "policies that may turn text into code or markup",
};

/** Parses a policy. As in browsers, the first of a repeated directive counts. */
export function parsePolicy(text: string): readonly Directive[] {
  const directives = new Map<string, Directive>();
  for (const part of text.split(";")) {
    const [name = "", ...sources] = part.trim().split(/\s+/);
    const known = name.toLowerCase();
    if (known !== "" && !directives.has(known)) {
      directives.set(known, { name: known, sources, meaning: MEANINGS[known] ?? "" });
    }
  }
  return [...directives.values()];
}

/** The policy in the document; null if there is none. A page cannot read a policy that came as an HTTP header. */
export function policyOf(document: Document): readonly Directive[] | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy" i]');
  return meta === null ? null : parsePolicy(meta.content);
}

/** The sources that the page may connect to; without a directive for it any. */
export function connectSourcesOf(policy: readonly Directive[]): readonly string[] {
  const sourcesOf = (name: string) => policy.find((directive) => directive.name === name)?.sources;
  return sourcesOf("connect-src") ?? sourcesOf("default-src") ?? ["*"];
}
