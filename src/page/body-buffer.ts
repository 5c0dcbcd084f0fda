/** Reads the body of a reply ahead of the page, so that its end is noticed even if the page does not read it. */
import type { Timers } from "./timers.ts";

export interface BodyBufferOptions {
  readonly timers: Timers;
  /** Its abort drops the buffered bytes, as `fetch` does. */
  readonly signal: AbortSignal;
  /** Capacity of the buffer, in bytes: at this fill level the source waits for the page. */
  readonly maxBytes: number;
  /** Timeout of buffered bytes that the page does not read, once nothing more is fetched, in milliseconds. */
  readonly unreadMs: number;
  /** Called once, when the source has ended, failed or been cancelled. */
  onSourceEnd(): void;
  /** Called once, when everything has been read, the source has failed or been cancelled, or the timeout has passed. */
  onDone(): void;
}

type State =
  | { readonly type: "open" }
  | { readonly type: "ended" }
  | { readonly type: "failed"; readonly error: unknown };

/**
 * References a stream that reads from it only while a read is pending, so such a stream can be garbage-collected while
 * the source continues.
 */
export class BodyBuffer {
  readonly #source: ReadableStreamDefaultReader<Uint8Array>;
  readonly #options: BodyBufferOptions;
  readonly #onAbort = () => this.#abort();
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #state: State = { type: "open" };
  #isDone = false;
  #stopWaiting: (() => void) | undefined;
  #arrived: (() => void) | undefined;
  #roomMade: (() => void) | undefined;

  /** Starts reading `body` at once. */
  constructor(body: ReadableStream<Uint8Array>, options: BodyBufferOptions) {
    this.#source = body.getReader();
    this.#options = options;
    options.signal.addEventListener("abort", this.#onAbort);
    void this.#fill();
  }

  /**
   * Wait for the next chunk; undefined at the end.
   *
   * @throws the source's error, after the chunks that preceded it
   */
  async take(): Promise<Uint8Array | undefined> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        this.#bytes -= chunk.byteLength;
        this.#settle();
        return chunk;
      }
      if (this.#state.type === "failed") throw this.#state.error;
      if (this.#state.type === "ended") return undefined;
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
  }

  /** Drop the buffered bytes and cancel the source. */
  async cancel(reason?: unknown): Promise<void> {
    this.#drop();
    this.#end({ type: "ended" });
    await this.#source.cancel(reason);
  }

  async #fill(): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await this.#source.read();
        if (this.#state.type !== "open") return;
        if (done) {
          this.#end({ type: "ended" });
          return;
        }
        this.#chunks.push(value);
        this.#bytes += value.byteLength;
        this.#wake();
        await this.#room();
      }
    } catch (error) {
      if (this.#state.type === "open") this.#end({ type: "failed", error });
    }
  }

  /** An aborted source fails by itself, but one that has ended does not. */
  #abort(): void {
    this.#drop();
    this.#end({ type: "failed", error: this.#options.signal.reason });
  }

  async #room(): Promise<void> {
    while (this.#state.type === "open" && this.#bytes >= this.#options.maxBytes) {
      this.#settle();
      await new Promise<void>((resolve) => {
        this.#roomMade = resolve;
      });
    }
  }

  #end(state: Exclude<State, { type: "open" }>): void {
    const wasOpen = this.#state.type === "open";
    this.#state = state;
    if (wasOpen) this.#options.onSourceEnd();
    this.#settle();
    this.#wake();
  }

  /** Called after every change of buffer and state: starts the timeout if it is the page's turn. */
  #settle(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    const { type } = this.#state;
    if (type === "failed" || (type === "ended" && this.#chunks.length === 0)) this.#done();
    else if (type === "ended" || this.#bytes >= this.#options.maxBytes) {
      this.#stopWaiting = this.#options.timers.once(this.#options.unreadMs, () => this.#leave());
    }
    this.#roomMade?.();
    this.#roomMade = undefined;
  }

  /** The page does not read. Buffered bytes stay readable; the rest is cancelled, or the source would stay open for ever. */
  #leave(): void {
    if (this.#state.type === "open") {
      this.#end({
        type: "failed",
        error: new Error("The reply was not read, so it was cut off."),
      });
      this.#source.cancel().catch(() => {});
    }
    this.#done();
  }

  #done(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#options.signal.removeEventListener("abort", this.#onAbort);
    this.#options.onDone();
  }

  #drop(): void {
    this.#chunks.length = 0;
    this.#bytes = 0;
  }

  #wake(): void {
    this.#arrived?.();
    this.#arrived = undefined;
  }
}
