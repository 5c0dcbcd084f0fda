/** A page in Node for the guarded fetch: its worker's replies, its lock and its clock are the test's. */
import type { PageMessage } from "../../wire/page-messages.ts";
import { createGuardedFetch } from "../guarded-fetch.ts";
import { onCollected, type OnCollected } from "../on-collected.ts";
import { TestTimers } from "./test-timers.ts";

export const BASE_URL = "https://page.example/v1";
export const SSE = { headers: { "content-type": "text/event-stream; charset=utf-8" } };
export const JSON_TYPE = { headers: { "content-type": "application/json" } };

export interface TestPageOptions {
  readonly maxAheadBytes?: number;
  /** The platform's, unless a test collects by hand. */
  readonly onCollected?: OnCollected;
}

export class TestPage {
  readonly timers = new TestTimers();
  readonly pings: PageMessage[] = [];
  readonly sent: Request[] = [];
  /** Number of replies that hold an update off. */
  locksHeld = 0;
  isControlled = true;
  /** Called before the lock is given. */
  beforeLock: () => Promise<void> = async () => {};
  answer: (request: Request) => Promise<Response> = async () => new Response(null);
  readonly fetch: typeof globalThis.fetch;

  constructor(options: TestPageOptions = {}) {
    this.fetch = createGuardedFetch({
      baseURL: BASE_URL,
      timers: this.timers,
      onCollected,
      ...options,
      controller: () =>
        this.isControlled ? { postMessage: (message) => void this.pings.push(message) } : undefined,
      fetch: async (request) => {
        this.sent.push(request);
        return this.answer(request);
      },
      holdReplyLock: async () => {
        await this.beforeLock();
        this.locksHeld += 1;
        let isHeld = true;
        return () => {
          if (isHeld) this.locksHeld -= 1;
          isHeld = false;
        };
      },
    });
  }

  /** Number of pings that are sent in so many seconds from now. */
  pingsIn(seconds: number): number {
    const before = this.pings.length;
    this.timers.advance(seconds * 1_000);
    return this.pings.length - before;
  }

  /** Ask, and get a reply whose body the test writes. */
  async open(
    init: ResponseInit,
    signal: AbortSignal | null = null,
  ): Promise<{ readonly response: Response; readonly source: TestSource }> {
    const source = new TestSource();
    this.answer = async () => new Response(source.stream, init);
    const response = await this.fetch(`${BASE_URL}/chat/completions`, { method: "POST", signal });
    return { response, source };
  }
}

/** The service worker's end of a body. */
export class TestSource {
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #cancelled: unknown[] = [];
  pulls = 0;
  readonly stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void (this.#controller = controller),
      pull: () => void (this.pulls += 1),
      cancel: (reason: unknown) => void this.#cancelled.push(reason),
    },
    { highWaterMark: 0 },
  );

  get isCancelled(): boolean {
    return this.#cancelled.length > 0;
  }

  write(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  end(): void {
    this.#controller?.close();
  }

  fail(error: unknown): void {
    this.#controller?.error(error);
  }
}

/** All that is to happen without another event has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
