/**
 * Whether one of `hosts` covers a URL, as a content security policy reads them: `https://*.example.org` stands
 * for every name below example.org.
 */
export function isCovered(url: URL, hosts: readonly string[]): boolean {
  return hosts.some((host) => {
    const [, scheme = "", wildcard = "", rest = ""] = /^(https?:)\/\/(\*\.)?(.*)$/.exec(host) ?? [];
    if (scheme !== url.protocol) return false;
    return wildcard === "" ? rest === url.host : url.host.endsWith(`.${rest}`);
  });
}
