/**
 * Trusted types, where a page's policy enforces them: a worker's script must then come from the page's default
 * policy. https://w3c.github.io/trusted-types/dist/spec/#default-policy-hdr
 */

interface TrustedTypeFactory {
  readonly defaultPolicy: object | null;
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): object;
}

declare global {
  /** Absent in browsers without trusted types. */
  var trustedTypes: TrustedTypeFactory | undefined;
}

/**
 * Admit these scripts as workers, and nothing else: no other script, no HTML, no code from text. A page that has a
 * default policy of its own keeps it, and must admit them itself.
 */
export function admitWorkers(scripts: readonly URL[]): void {
  const { trustedTypes: factory } = globalThis;
  if (factory === undefined || factory.defaultPolicy !== null) return;
  const admitted = new Set(scripts.map(({ href }) => href));
  try {
    factory.createPolicy("default", {
      createScriptURL: (url) => (admitted.has(new URL(url, document.baseURI).href) ? url : null),
    });
  } catch {
    // The page's policy allows no default one. If it enforces trusted types too, the registration says so.
  }
}
