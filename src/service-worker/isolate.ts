/**
 * Cross-origin isolation on hosts that cannot send its headers: they are added to responses that pass through this
 * worker. A page that was loaded before this worker controlled it is not isolated until it is loaded again.
 */
import {
  type IsolatedPages,
  PAGE_ISOLATION_HEADERS,
  WORKER_ISOLATION_HEADERS,
} from "../config/cross-origin-isolation.ts";

export interface IsolationOptions {
  readonly pages: IsolatedPages;
  /** True if the build has a file at this URL, whatever its query. */
  isOfBuild(url: URL): boolean;
}

/** The part of `Request` that is needed. */
type IsolationRequest = Pick<Request, "url" | "mode" | "destination">;

/** The response to give to a page: `response` itself unless headers had to be added. */
export type Isolate = (request: IsolationRequest, response: Response) => Response;

/**
 * A page for which the host sent either header has chosen for itself, and is left as it is. Scripts of the build's
 * dedicated workers always get theirs, because a page may be isolated by its own host's headers.
 */
export function createIsolate({ pages, isOfBuild }: IsolationOptions): Isolate {
  function missingHeaders({ url, mode, destination }: IsolationRequest, { headers }: Response) {
    const isOurs = isOfBuild(new URL(url));
    if (mode === "navigate") {
      const isCovered = pages === "scope" || (pages === "build" && isOurs);
      const isChosen = Object.keys(PAGE_ISOLATION_HEADERS).some((name) => headers.has(name));
      return isCovered && !isChosen ? PAGE_ISOLATION_HEADERS : undefined;
    }
    if (destination !== "worker" || !(isOurs || pages === "scope")) return undefined;
    const isChosen = Object.keys(WORKER_ISOLATION_HEADERS).some((name) => headers.has(name));
    return isChosen ? undefined : WORKER_ISOLATION_HEADERS;
  }

  return (request, response) => {
    const missing = missingHeaders(request, response);
    return missing === undefined || !isCopyable(response) ? response : withHeaders(response, missing);
  };
}

/**
 * False for redirects and errors of the network, which must reach the browser as they are, for statuses that
 * `new Response` refuses, and where a copy would lose the URL to which a worker's imports are relative.
 */
function isCopyable({ status, redirected }: Response): boolean {
  return status >= 200 && status <= 599 && !redirected;
}

function withHeaders(response: Response, added: Readonly<Record<string, string>>): Response {
  const { status, statusText, body } = response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return new Response(body, { status, statusText, headers });
}
