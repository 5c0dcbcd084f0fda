/** A `fetch` for SDKs that sends nothing unless our service worker answers it. */
import type { PageMessage } from "../wire/page-messages.ts";
import { BodyBuffer } from "./body-buffer.ts";
import { InsituError } from "./insitu-error.ts";
import { createKeepAlive } from "./keep-alive.ts";
import type { OnCollected } from "./on-collected.ts";
import type { Timers } from "./timers.ts";

/** Services of the page that the fetch uses. */
export interface GuardedFetchServices {
  readonly baseURL: string;
  readonly timers: Timers;
  readonly onCollected: OnCollected;
  fetch(request: Request): Promise<Response>;
  /** The worker that controls the page now, if it is ours. */
  controller(): { postMessage(message: PageMessage): void } | undefined;
  /** Hold off updates of the worker; resolves with what lets them go on. */
  holdReplyLock(signal: AbortSignal): Promise<() => void>;
  /** Bytes of a reply that are fetched ahead of the page. */
  readonly maxAheadBytes?: number;
}

/**
 * Says which request this is, 32 letters and digits. A fetch whose service worker dies before the headers
 * is dispatched again to the next one, which knows it by this id. As in `server/dispatch-id.ts`.
 */
const REQUEST_ID_HEADER = "x-insitu-request-id";
/** How often a request is sent whose service worker was stopped before it answered. */
const ATTEMPTS = 4;
/** More than a reply of ten thousand tokens has, as a stream. */
const MAX_AHEAD_BYTES = 4 * 1024 * 1024;
/** Time that an update waits for a page that has not read a stream to its end, in milliseconds. */
const UNREAD_STREAM_MS = 60_000;

/**
 * `fetch` for requests to the base URL, and to nothing else. It throws an `InsituError` with code `uncontrolled` when
 * our worker does not control the page at this moment.
 *
 * Until the reply has ended, the worker is kept awake. No update takes its place until a stream has been read,
 * cancelled or garbage-collected, or has ended and was left unread for a minute; other bodies hold an update off only
 * until the page has their bytes.
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

/** One reply's hold on the worker's sleep and on updates. */
interface ReplyHold {
  /** The worker has nothing more to send. */
  letSleep(): void;
  /** The page has what it wanted of the reply. */
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
 * The service never fails a fetch, it answers: what fails was begun by a worker that the browser then stopped. The
 * browser gives it to the next worker, but once only; its id keeps it from being counted again.
 */
async function send(request: Request, services: GuardedFetchServices): Promise<Response> {
  // An update may have come while the lock was waited for.
  check(request, services);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await services.fetch(attempt < ATTEMPTS ? request.clone() : request);
    } catch (error) {
      const isFinal = attempt === ATTEMPTS || request.signal.aborted;
      if (isFinal || services.controller() === undefined) throw error;
    }
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

/** The same bytes, fetched ahead. Where the page drops the stream, the reply is cancelled. */
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
    unreadMs: UNREAD_STREAM_MS,
    // A body that came whole needs no worker any more, and its page has it already.
    onSourceEnd: () => (isStream ? hold.letSleep() : hold.end()),
    onDone() {
      hold.end();
      forget();
    },
  });
  const source = sourceOf(buffer);
  forget = services.onCollected(source, () => void buffer.cancel().catch(() => {}));
  // No chunk is taken before it is asked for: an error would throw away what waits in the stream's own queue.
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** A stream lives as long as its source, and the buffer refers to neither. */
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
