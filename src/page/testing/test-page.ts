/** A page in Node for the guarded fetch: the test plays its worker, lock and clock. */
import type { PageMessage } from "../../wire/page-messages.ts";
import { createGuardedFetch } from "../guarded-fetch.ts";
import { onCollected, type OnCollected } from "../on-collected.ts";
import { TestTimers } from "./test-timers.ts";

export const BASE_URL = "https://page.example/v1";
export const SSE = { headers: { "content-type": "text/event-stream; charset=utf-8" } };
export const JSON_TYPE = { headers: { "content-type": "application/json" } };

export interface TestPageOptions {
  readonly maxAheadBytes?: number;
  /** Node's garbage collector, unless a test collects by hand. */
  readonly onCollected?: OnCollected;
}

export class TestPage {
  readonly timers = new TestTimers();
  readonly pings: PageMessage[] = [];
  readonly sent: Request[] = [];
  /** Number of replies that hold off an update. */
  locksHeld = 0;
  isControlled = true;
  /** Called before the lock is granted. */
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

  /** Advances the clock. @returns the number of pings in that time */
  pingsIn(seconds: number): number {
    const before = this.pings.length;
    this.timers.advance(seconds * 1_000);
    return this.pings.length - before;
  }

  /** Send a request, and get a reply whose body the test writes. */
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

/** Resolves when all pending promises have been settled. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
