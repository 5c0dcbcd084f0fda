/** The page's content security policy: what bounds the requests that a service worker does not see. */

export interface Directive {
  readonly name: string;
  /** As they are written: `'self'`, `https://example.org`. */
  readonly sources: readonly string[];
  /** What it means, for a person; "" for a directive without an explanation here. */
  readonly meaning: string;
}

const MEANINGS: Readonly<Record<string, string>> = {
  "default-src": "what no other line allows",
  "script-src": "code that may run",
  "style-src": "styles",
  "img-src": "images",
  "font-src": "fonts",
  "connect-src": "where anything may be sent or fetched from",
  "worker-src": "workers",
  "manifest-src": "the app's manifest",
  "base-uri": "what relative links may be relative to",
  "form-action": "where forms may be sent",
  "frame-ancestors": "pages that may frame this one",
  "frame-src": "pages within this one",
  "object-src": "plug-ins",
  "require-trusted-types-for": "text may not become code by itself",
  "trusted-types": "the only ones that may make code or markup of text",
};

/** The policy in the document's `<meta>` elements; a directive that is repeated counts once, as in the browser. */
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

/** Null where the document holds none: it may still have come as a header, which a page cannot read. */
export function policyOf(document: Document): readonly Directive[] | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy" i]');
  return meta === null ? null : parsePolicy(meta.content);
}

/** The sources that the page may connect to; without a directive for it any. */
export function connectSourcesOf(policy: readonly Directive[]): readonly string[] {
  const sourcesOf = (name: string) => policy.find((directive) => directive.name === name)?.sources;
  return sourcesOf("connect-src") ?? sourcesOf("default-src") ?? ["*"];
}
