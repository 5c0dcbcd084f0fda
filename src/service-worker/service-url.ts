export interface ServiceUrl {
  /** Path of the base URL, without a `/` at the end. */
  readonly basePath: string;
  /** True if a request for `url` is to be answered by the service: it must never reach the network. */
  includes(url: string): boolean;
}

/** @param scope the service worker's scope */
export function createServiceUrl(scope: string): ServiceUrl {
  const { origin, pathname: basePath } = new URL("v1", scope);
  return {
    basePath,
    includes(url) {
      const { origin: target, pathname } = new URL(url);
      return target === origin && (pathname === basePath || pathname.startsWith(`${basePath}/`));
    },
  };
}
