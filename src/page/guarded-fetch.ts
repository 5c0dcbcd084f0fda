/** A `fetch` for SDKs that sends nothing unless our service worker answers it. */
import { WIRE_VERSION as v } from "../wire/version.ts";
import { ourController } from "./control.ts";
import { InsituError } from "./insitu-error.ts";
import { baseURL } from "./location.ts";
import { holdReplyLock } from "./reply-lock.ts";

/** A service worker with no event for 30 s may be stopped, in Firefox in the middle of a stream. */
const PING_INTERVAL = 10_000;
/**
 * Says which request this is, 32 letters and digits. A fetch whose service worker dies before the headers
 * is dispatched again to the next one, which knows it by this id. As in `server/dispatch-id.ts`.
 */
const REQUEST_ID_HEADER = "x-insitu-request-id";
/** How often a request is sent whose service worker was stopped before it answered. */
const ATTEMPTS = 4;

let open = 0;
let pinging: ReturnType<typeof setInterval> | undefined;

/**
 * `fetch` for requests to `baseURL`, and to nothing else.
 *
 * @throws {InsituError} `uncontrolled` when our worker does not control the page at this moment
 */
export async function guardedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (request.url !== baseURL && !request.url.startsWith(`${baseURL}/`)) {
    throw new InsituError("outside-scope", `This fetch is for ${baseURL} alone, not for ${request.url}.`);
  }
  if (ourController() === undefined) {
    throw new InsituError(
      "uncontrolled",
      "The service worker does not control this page now, so nothing was sent. Reload the page.",
    );
  }
  request.headers.set(REQUEST_ID_HEADER, crypto.randomUUID().replaceAll("-", ""));
  const release = await holdReplyLock(request.signal);
  const end = begin(release);
  try {
    const response = await send(request);
    if (response.body === null) {
      end();
      return response;
    }
    return withBody(response, observed(response.body, end));
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * The service never fails a fetch, it answers: what fails was begun by a worker that the browser then stopped. The
 * browser gives it to the next worker, but once only; its id keeps it from being counted again.
 */
async function send(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(attempt < ATTEMPTS ? request.clone() : request);
    } catch (error) {
      if (attempt === ATTEMPTS || request.signal.aborted || ourController() === undefined) throw error;
    }
  }
}

/** Keep the worker alive until the returned function is called; it calls `onEnd` too. */
function begin(onEnd: () => void): () => void {
  open += 1;
  pinging ??= setInterval(() => ourController()?.postMessage({ v, type: "ping" }), PING_INTERVAL);
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    onEnd();
    open -= 1;
    if (open === 0) {
      clearInterval(pinging);
      pinging = undefined;
    }
  };
}

function observed(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            controller.enqueue(value);
            return;
          }
          onEnd();
          controller.close();
        } catch (error) {
          onEnd();
          controller.error(error);
        }
      },
      cancel(reason) {
        onEnd();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function withBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  const { status, statusText, headers, url } = response;
  return Object.defineProperty(new Response(body, { status, statusText, headers }), "url", { value: url });
}
