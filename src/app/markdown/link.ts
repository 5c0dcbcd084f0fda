/** Checks the links of replies, and warns of texts that disguise the host. */

export interface CheckedLink {
  /** The normalised URL that the browser would open. */
  readonly href: string;
  /** The complete address, for a tooltip. */
  readonly title: string;
  /** The host, to be shown beside a link whose text looks like another address; otherwise null. */
  readonly warning: string | null;
}

const MAX_URL_LENGTH = 2_000;
const HOST_LIKE = /[\p{L}\p{N}-]+\.[\p{L}\p{N}-]+/gu;

/** @returns undefined unless `url` is an absolute `http:`, `https:` or `mailto:` URL of moderate length */
export function checkLink(url: string, text: string): CheckedLink | undefined {
  if (url.length > MAX_URL_LENGTH || !URL.canParse(url)) return undefined;
  const { href, protocol, host, username, password } = new URL(url);
  if (protocol === "mailto:") return { href, title: href, warning: null };
  // A user name in front of the host is there to be mistaken for it.
  if ((protocol !== "https:" && protocol !== "http:") || username !== "" || password !== "") return undefined;
  const namedHosts = text.match(HOST_LIKE) ?? [];
  const isDisguised = namedHosts.some((name) => !`.${host}`.toLowerCase().includes(name.toLowerCase()));
  return { href, title: href, warning: isDisguised && !text.includes(host) ? host : null };
}
