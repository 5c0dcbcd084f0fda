const DATA_PREFIX = /^data:image\/(?:png|jpeg|webp|gif);base64,/;
/** Finds an invalid character: matching megabytes of valid ones would overflow the regular expression's stack. */
const NOT_BASE64 = /[^A-Za-z0-9+/=]/;

/** Per request. */
export const MAX_IMAGES = 16;

export interface ImageSources {
  /** The service's own origin, for example `https://example.org`. */
  readonly origin: string;
  /** Hosts, with their port unless it is the default one, from which images may be fetched over https. */
  readonly allowedHosts: readonly string[];
}

/** The problem with an image's URL, completing the sentence "'field' …", or undefined if there is none. */
export function imageUrlProblem(url: string, { origin, allowedHosts }: ImageSources): string | undefined {
  if (/^data:/i.test(url)) {
    const prefix = DATA_PREFIX.exec(url)?.[0];
    if (prefix !== undefined && url.length > prefix.length && !NOT_BASE64.test(url.slice(prefix.length)))
      return undefined;
    return "must be base64 data of type image/png, image/jpeg, image/webp or image/gif";
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.username === "" && parsed.password === "") {
    const { protocol, host } = parsed;
    // The origin is not enough: a blob URL has the origin of its page, and cannot be fetched by others.
    if ((protocol === "https:" || protocol === "http:") && parsed.origin === origin) return undefined;
    if (protocol === "https:" && allowedHosts.includes(host)) return undefined;
  }
  return allowedHosts.length === 0
    ? "must be a data: URL or an absolute URL of this service's own origin"
    : "must be a data: URL, or an absolute URL of this service's own origin or of a host it allows";
}
