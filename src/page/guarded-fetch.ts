/** A `fetch` for SDKs that sends nothing unless our service worker answers it. */
import type { PageMessage } from "../wire/page-messages.ts";
import { BodyBuffer } from "./body-buffer.ts";
import { InsituError } from "./insitu-error.ts";
import { createKeepAlive } from "./keep-alive.ts";
import type { OnCollected } from "./on-collected.ts";
import type { Timers } from "./timers.ts";

export interface GuardedFetchServices {
  readonly baseURL: string;
  readonly timers: Timers;
  readonly onCollected: OnCollected;
  fetch(request: Request): Promise<Response>;
  /** The worker that controls the page now, if it is ours. */
  controller(): { postMessage(message: PageMessage): void } | undefined;
  /** Hold off updates of the worker; resolves with the function that releases them. */
  holdReplyLock(signal: AbortSignal): Promise<() => void>;
  /** Maximum bytes of a reply that are read ahead of the page. */
  readonly maxAheadBytes?: number;
}

/**
 * Carries the request's id, 32 hexadecimal digits. If a service worker dies before it has sent headers, the browser
 * dispatches the fetch to its successor, which recognises it by the id (`server/dispatch-id.ts`).
 */
const REQUEST_ID_HEADER = "x-insitu-request-id";
/** Limit of attempts to send a request whose service worker is stopped before it answers. */
const MAX_ATTEMPTS = 4;
/** More than the stream of a reply with ten thousand tokens. */
const MAX_AHEAD_BYTES = 4 * 1024 * 1024;
/** Time for which an unread stream holds off an update, in milliseconds. */
const UNREAD_TIMEOUT_MS = 60_000;

/**
 * `fetch` for requests to the base URL, and to nothing else. It throws an `InsituError` with code `uncontrolled` when
 * our worker does not control the page at this moment.
 *
 * The worker is kept awake until the reply has ended. A stream holds off updates until it has been read, cancelled or
 * garbage-collected, or has been left unread for a minute after its end; any other body until its bytes have arrived.
 */
export function createGuardedFetch(services: GuardedFetchServices): typeof globalThis.fetch {
  const keepAlive = createKeepAlive(
    (message) => services.controller()?.postMessage(message),
    services.timers,
  );
  return async (input, init) => {
    const request = new Request(input, init);
    check(request, services);
    request.headers.set(REQUEST_ID_HEADER, crypto.randomUUID().replaceAll("-", ""));
    const hold = holdReply(await services.holdReplyLock(request.signal), keepAlive());
    try {
      const response = await send(request, services);
      if (response.body === null) hold.end();
      else
        return withBody(
          response,
          buffered(response.body, isStream(response), hold, request.signal, services),
        );
      return response;
    } catch (error) {
      hold.end();
      throw error;
    }
  };
}

/** Keeps the worker awake and holds off updates, for one reply. */
interface ReplyHold {
  /** The worker has sent everything: it may sleep. */
  letSleep(): void;
  /** The page needs nothing more of the reply: the worker may sleep and be updated. */
  end(): void;
}

function holdReply(unlock: () => void, letSleep: () => void): ReplyHold {
  return {
    letSleep,
    end() {
      letSleep();
      unlock();
    },
  };
}

/** @throws {InsituError} for a request that would go to the network, or to anywhere else */
function check({ url }: Request, { baseURL, controller }: GuardedFetchServices): void {
  if (url !== baseURL && !url.startsWith(`${baseURL}/`)) {
    throw new InsituError("outside-scope", `This fetch is for ${baseURL}, not for ${url}.`);
  }
  if (controller() === undefined) {
    throw new InsituError(
      "uncontrolled",
      "The service worker does not control this page. Nothing was sent: reload it.",
    );
  }
}

/**
 * The service never fails a fetch: a failure means that the browser stopped the worker. The browser repeats the fetch
 * with the next worker, but only once. The request's id keeps repetitions from being counted.
 */
async function send(request: Request, services: GuardedFetchServices): Promise<Response> {
  // An update may have taken place during the wait for the lock.
  check(request, services);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await services.fetch(attempt < MAX_ATTEMPTS ? request.clone() : request);
    } catch (error) {
      const isFinal = attempt === MAX_ATTEMPTS || request.signal.aborted;
      if (isFinal || services.controller() === undefined) throw error;
    }
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

/** The same body, read ahead. The reply is cancelled if the page drops the stream. */
function buffered(
  body: ReadableStream<Uint8Array>,
  isStream: boolean,
  hold: ReplyHold,
  signal: AbortSignal,
  services: GuardedFetchServices,
): ReadableStream<Uint8Array> {
  let forget = () => {};
  const buffer = new BodyBuffer(body, {
    timers: services.timers,
    signal,
    maxBytes: services.maxAheadBytes ?? MAX_AHEAD_BYTES,
    unreadMs: UNREAD_TIMEOUT_MS,
    // A body other than a stream is of use to the page only as a whole, which has arrived.
    onSourceEnd: () => (isStream ? hold.letSleep() : hold.end()),
    onDone() {
      hold.end();
      forget();
    },
  });
  const source = sourceOf(buffer);
  forget = services.onCollected(source, () => void buffer.cancel().catch(() => {}));
  // No read-ahead in the stream itself: an error would discard chunks in its queue.
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** The stream keeps its source alive, and the buffer references neither: the source's collection is the stream's. */
function sourceOf(buffer: BodyBuffer): UnderlyingDefaultSource<Uint8Array> {
  return {
    async pull(controller) {
      const chunk = await buffer.take();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: (reason: unknown) => buffer.cancel(reason),
  };
}

function withBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  const { status, statusText, headers, url } = response;
  return Object.defineProperty(new Response(body, { status, statusText, headers }), "url", { value: url });
}
