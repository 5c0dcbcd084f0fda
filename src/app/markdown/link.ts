/** Which links of a reply lead anywhere, and what a reader is told of where. */

export interface CheckedLink {
  /** Normalised: what the browser would open. */
  readonly href: string;
  /** The whole address, for the title: the text of a link may say anything. */
  readonly title: string;
  /** Named beside a link whose text looks like another address; null elsewhere. */
  readonly warning: string | null;
}

const MAX_URL_LENGTH = 2_000;
const LOOKS_LIKE_A_HOST = /[\p{L}\p{N}-]+\.[\p{L}\p{N}-]+/gu;

/** @returns undefined for anything but an absolute `http:`, `https:` or `mailto:` URL of a usual length */
export function checkLink(url: string, text: string): CheckedLink | undefined {
  if (url.length > MAX_URL_LENGTH || !URL.canParse(url)) return undefined;
  const { href, protocol, host, username, password } = new URL(url);
  if (protocol === "mailto:") return { href, title: href, warning: null };
  // A user name before the host is there to be taken for the host.
  if ((protocol !== "https:" && protocol !== "http:") || username !== "" || password !== "") return undefined;
  const named = text.match(LOOKS_LIKE_A_HOST) ?? [];
  const deceives = named.some((name) => !`.${host}`.toLowerCase().includes(name.toLowerCase()));
  return { href, title: href, warning: deceives && !text.includes(host) ? host : null };
}
