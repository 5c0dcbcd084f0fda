/**
 * Trusted types: if the content security policy of a page or worker enforces them, URLs of workers must pass the default
 * policy there. https://w3c.github.io/trusted-types/dist/spec/#default-policy-hdr
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
 * Create a default policy that admits these scripts as workers, and no other script, no HTML and no code from text. A
 * page's own default policy is left in place, and must admit them itself.
 *
 * @param base the URL that relative URLs refer to when they are used
 */
export function admitWorkers(scripts: readonly URL[], base: () => string): void {
  const { trustedTypes: factory } = globalThis;
  if (factory === undefined || factory.defaultPolicy !== null) return;
  const admitted = new Set(scripts.map(({ href }) => href));
  try {
    factory.createPolicy("default", {
      createScriptURL: (url) => (admitted.has(new URL(url, base()).href) ? url : null),
    });
  } catch {
    // The page's policy allows no default policy. If it enforces trusted types, the registration fails with the reason.
  }
}
