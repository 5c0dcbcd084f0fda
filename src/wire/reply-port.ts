import type { GenerateRequest } from "../contract/generate-request.ts";
import type { StreamPart } from "../contract/stream-part.ts";
import { deferred } from "../util/deferred.ts";
import { EngineError } from "../contract/engine-error.ts";
import { Liveness } from "./liveness.ts";
import { phaseTimeoutAfter, type PhaseTimeout } from "./phase-timeout.ts";
import { type ReplyMessage, replyMessageSchema, type RequestMessage } from "./request-messages.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import { WIRE_VERSION as v } from "./version.ts";

/** Maximum number of parts in flight: enough to hide the latency of the hops, few enough to stop soon. */
const CREDIT_WINDOW = 32;

export interface Hello {
  readonly instance: string;
  readonly lock: string;
}

type GenerationMessage = Extract<ReplyMessage, { type: "part" | "error" | "end" }>;

/** The broker's end of a request port. Whoever makes one must close it. */
export class ReplyPort {
  readonly #port: MessagePort;
  readonly #hello = deferred<Hello>();
  readonly #reached = deferred();
  readonly #status = deferred<EngineHostStatus>();
  readonly #received: GenerationMessage[] = [];
  readonly #liveness: Liveness;
  #failure: EngineError | undefined;
  #wake: () => void = () => {};
  /** The host that the page passed the port to. */
  #instance: string | undefined;
  #isHung = false;
  #closed = false;

  constructor(port: MessagePort) {
    this.#port = port;
    this.#hello.promise.catch(() => {});
    this.#status.promise.catch(() => {});
    this.#liveness = new Liveness(() => {
      this.#isHung = true;
      this.fail(
        new EngineError("unavailable", "The worker that runs the model stopped responding. Try again."),
      );
    });
    port.addEventListener("message", ({ data }: MessageEvent<unknown>) => this.#receive(data));
    port.start();
  }

  /** The page has begun to look for the host. */
  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  /** The host's greeting: until it arrives, no host has accepted the port. */
  get hello(): Promise<Hello> {
    return this.#hello.promise;
  }

  /** The host's instance, once this port has failed because the host hangs. */
  get hungInstance(): string | undefined {
    return this.#isHung ? this.#instance : undefined;
  }

  /** Ask for the host's status. */
  describe(): Promise<EngineHostStatus> {
    this.#send({ v, type: "describe" });
    return this.#status.promise;
  }

  /** Reject every pending promise of this port with `error`: its host is gone, or the request was cancelled. */
  fail(error: EngineError): void {
    this.#failure ??= error;
    this.#hello.reject(error);
    this.#status.reject(error);
    this.#wake();
  }

  /** Cancel the request, if it still runs: the host frees everything that it holds for it. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#liveness.stop();
    this.#send({ v, type: "cancel" });
    this.#port.close();
  }

  /**
   * The parts of the reply. The first pull pays for admission alone; generation starts with the second.
   * Leaving the loop early cancels the generation.
   *
   * @throws {EngineError} the host's own; `unavailable` where it hangs; that of `phaseTimeoutAfter` where a phase times out
   */
  async *generate(request: GenerateRequest, lock: string): AsyncGenerator<StreamPart, void, undefined> {
    let granted = 1;
    let last: StreamPart | undefined;
    let promptTokens = 0;
    this.#send({ v, type: "generate", request, lock });
    this.#send({ v, type: "credit", count: 1 });
    try {
      for (let pulled = 1; ; pulled += 1) {
        const message = await this.#next(phaseTimeoutAfter(last, promptTokens));
        if (message.type === "error") throw new EngineError(message.code, message.message, message.param);
        if (message.type === "end") return;
        last = message.part;
        if (last.type === "admitted") promptTokens = last.promptTokens;
        yield last;
        const missing = CREDIT_WINDOW - (granted - pulled);
        if (missing >= CREDIT_WINDOW / 2) {
          this.#send({ v, type: "credit", count: missing });
          granted += missing;
        }
      }
    } finally {
      this.close();
    }
  }

  #send(message: RequestMessage): void {
    this.#port.postMessage(message);
  }

  async #next({ timeoutMs, code, message: problem, isHung }: PhaseTimeout): Promise<GenerationMessage> {
    this.#liveness.setTimeout(timeoutMs, () => {
      this.#isHung = isHung;
      this.fail(new EngineError(code, problem));
    });
    try {
      for (;;) {
        const message = this.#received.shift();
        if (message !== undefined) return message;
        if (this.#failure !== undefined) throw this.#failure;
        const woken = deferred();
        this.#wake = woken.resolve;
        await woken.promise;
      }
    } finally {
      this.#liveness.clearTimeout();
    }
  }

  #receive(data: unknown): void {
    const parsed = replyMessageSchema.safeParse(data);
    if (!parsed.success) {
      this.fail(new EngineError("failed", "The engine's host sent an unknown message."));
      return;
    }
    this.#liveness.heard();
    this.#reached.resolve();
    const message = parsed.data;
    switch (message.type) {
      case "reaching":
      case "alive":
        return;
      case "passed":
        this.#instance = message.instance;
        return;
      case "unreachable":
        this.fail(new EngineError("unavailable", "The page could not start the worker that runs the model."));
        return;
      case "hello":
        this.#instance = message.instance;
        this.#hello.resolve({ instance: message.instance, lock: message.lock });
        return;
      case "status":
        this.#status.resolve(message.status);
        return;
      case "part":
      case "error":
      case "end":
        this.#received.push(message);
        this.#wake();
    }
  }
}
