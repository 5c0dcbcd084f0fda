import type { GenerateRequest, StreamPart } from "../engine/engine.ts";
import { deferred } from "./deferred.ts";
import { EngineError } from "../engine/engine-error.ts";
import { type ReplyMessage, replyMessageSchema, type RequestMessage } from "./request-messages.ts";
import type { HostStatus } from "./status.ts";
import { WIRE_VERSION as v } from "./version.ts";

/** Parts that may be on their way at once: enough to hide the hops, few enough to stop soon. */
const CREDIT_WINDOW = 32;

export interface Hello {
  readonly instance: string;
  readonly lock: string;
}

/** The broker's end of a request port. */
export class ReplyPort {
  readonly #port: MessagePort;
  readonly #hello = deferred<Hello>();
  readonly #status = deferred<HostStatus>();
  readonly #received: ReplyMessage[] = [];
  #failure: EngineError | undefined;
  #wake: () => void = () => {};

  constructor(port: MessagePort) {
    this.#port = port;
    this.#hello.promise.catch(() => {});
    this.#status.promise.catch(() => {});
    port.addEventListener("message", ({ data }: MessageEvent<unknown>) => this.#receive(data));
    port.start();
  }

  /** The host's greeting: until it comes, nobody has taken the port. */
  get hello(): Promise<Hello> {
    return this.#hello.promise;
  }

  /** What the host is at. */
  describe(): Promise<HostStatus> {
    this.#send({ v, type: "describe" });
    return this.#status.promise;
  }

  /** Make every wait on this port reject with `error`: its host is gone, or nobody waits any more. */
  fail(error: EngineError): void {
    this.#failure ??= error;
    this.#hello.reject(error);
    this.#status.reject(error);
    this.#wake();
  }

  close(): void {
    this.#port.close();
  }

  /**
   * The parts of the reply. The first pull pays for admission alone; generation starts with the second.
   * Leaving the loop early cancels the generation.
   */
  async *generate(request: GenerateRequest, lock: string): AsyncGenerator<StreamPart, void, undefined> {
    let ended = false;
    let granted = 1;
    this.#send({ v, type: "generate", request, lock });
    this.#send({ v, type: "credit", count: 1 });
    try {
      for (let pulled = 1; ; pulled += 1) {
        const message = await this.#next();
        if (message.type === "error") {
          ended = true;
          throw new EngineError(message.code, message.message, message.param);
        }
        if (message.type !== "part") {
          ended = true;
          return;
        }
        yield message.part;
        const missing = CREDIT_WINDOW - (granted - pulled);
        if (missing >= CREDIT_WINDOW / 2) {
          this.#send({ v, type: "credit", count: missing });
          granted += missing;
        }
      }
    } finally {
      if (!ended) this.#send({ v, type: "cancel" });
      this.close();
    }
  }

  #send(message: RequestMessage): void {
    this.#port.postMessage(message);
  }

  async #next(): Promise<ReplyMessage> {
    for (;;) {
      const message = this.#received.shift();
      if (message !== undefined) return message;
      if (this.#failure !== undefined) throw this.#failure;
      const woken = deferred();
      this.#wake = woken.resolve;
      await woken.promise;
    }
  }

  #receive(data: unknown): void {
    const parsed = replyMessageSchema.safeParse(data);
    if (!parsed.success) {
      this.fail(new EngineError("failed", "The engine's host sent a message that cannot be understood."));
      return;
    }
    const message = parsed.data;
    if (message.type === "hello") this.#hello.resolve({ instance: message.instance, lock: message.lock });
    else if (message.type === "status") this.#status.resolve(message.status);
    else {
      this.#received.push(message);
      this.#wake();
    }
  }
}
