/** The body of a reply, fetched ahead of the page that reads it, so that its end is seen whether or not it is read. */
import type { Timers } from "./timers.ts";

export interface BodyBufferOptions {
  readonly timers: Timers;
  /** Once it aborts, what is kept is dropped, as `fetch` does. */
  readonly signal: AbortSignal;
  /** Bytes that are fetched ahead before the source has to wait for the page. */
  readonly maxBytes: number;
  /** Time that a page may leave kept bytes unread once nothing more is fetched, in milliseconds. */
  readonly unreadMs: number;
  /** Called once: the source has ended, has failed or was cancelled, and gives nothing more. */
  onSourceEnd(): void;
  /** Called once: all was read, or the source has failed or was cancelled, or what is kept was left unread. */
  onDone(): void;
}

type State =
  | { readonly type: "open" }
  | { readonly type: "ended" }
  | { readonly type: "failed"; readonly error: unknown };

/**
 * It refers to no stream that reads from it, but for as long as a read waits: a stream that is made of it can be
 * garbage-collected while the source goes on.
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

  /** Begins to read `body` at once. */
  constructor(body: ReadableStream<Uint8Array>, options: BodyBufferOptions) {
    this.#source = body.getReader();
    this.#options = options;
    options.signal.addEventListener("abort", this.#onAbort);
    void this.#fill();
  }

  /**
   * The next chunk, once it is there; undefined at the end.
   *
   * @throws what the source failed with, after all that came before it
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

  /** The page gives the reply up, so the source is told to. */
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

  /** The source's own error tells too, unless the source has ended. */
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

  /** After every change of what is kept and of the state: see whether the page is waited for. */
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

  /** The page does not read. What is kept stays readable; what is not fetched yet would keep the source open for ever. */
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
