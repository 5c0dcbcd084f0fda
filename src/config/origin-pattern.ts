/**
 * True if one of `patterns` allows `url`. A pattern is an origin as a content security policy writes it:
 * `https://example.org:8443`, or `https://*.example.org` for every host below example.org, but not example.org itself.
 */
export function matchesOriginPattern(url: URL, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [, scheme = "", wildcard = "", rest = ""] = /^(https?:)\/\/(\*\.)?(.*)$/.exec(pattern) ?? [];
    const origin = `${scheme}//${rest}`;
    if (scheme !== url.protocol || !URL.canParse(origin)) return false;
    // Parsed, so that neither case nor the scheme's default port makes a difference.
    const { host } = new URL(origin);
    return wildcard === "" ? url.host === host : url.host.endsWith(`.${host}`);
  });
}
