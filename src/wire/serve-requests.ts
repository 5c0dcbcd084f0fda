import type { Engine } from "../contract/engine.ts";
import type { StreamPart } from "../contract/stream-part.ts";
import { deferred } from "../util/deferred.ts";
import { EngineError } from "../contract/engine-error.ts";
import { ALIVE_INTERVAL_MS } from "./alive-interval.ts";
import { type ReplyMessage, requestMessageSchema, type RequestMessage } from "./request-messages.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import { WIRE_VERSION as v } from "./version.ts";
import { type Locks, watchLock } from "./watch-lock.ts";

export interface RequestHost {
  readonly engine: Engine;
  readonly locks: Locks;
  readonly instance: string;
  /** The Web Lock that this host holds while it lives. */
  readonly lock: string;
  status(): Promise<EngineHostStatus>;
}

type GenerateMessage = Extract<RequestMessage, { type: "generate" }>;

/**
 * Serve one request port: greet, then run the generation that it asks for, one part per credit.
 * Parts flow only as the other side asks for them, and a cancel or the other side's death ends the generation.
 */
export function serveRequestPort(port: MessagePort, host: RequestHost): void {
  const send = (message: ReplyMessage) => port.postMessage(message);
  const cancelled = new AbortController();
  const credits = new Credits(cancelled.signal);
  let generating = false;
  port.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const parsed = requestMessageSchema.safeParse(data);
    if (!parsed.success) {
      send({
        v,
        type: "error",
        code: "failed",
        message: "The engine's host received an unknown message.",
      });
      return;
    }
    const message = parsed.data;
    switch (message.type) {
      case "generate":
        generating = true;
        watchLock(host.locks, message.lock, cancelled.signal, () => cancelled.abort());
        sendAlive(send, cancelled.signal);
        void run(host.engine, message, credits, cancelled, send).finally(() => {
          cancelled.abort();
          port.close();
        });
        return;
      case "credit":
        credits.add(message.count);
        return;
      case "cancel":
        cancelled.abort();
        // A generation under way closes the port when it ends.
        if (!generating) port.close();
        return;
      case "describe":
        void host
          .status()
          .then((status) => send({ v, type: "status", status }))
          .finally(() => port.close());
    }
  });
  port.start();
  send({ v, type: "hello", instance: host.instance, lock: host.lock });
}

/** Sends signs of life until `signal` aborts: a silent host counts as hung. */
function sendAlive(send: (message: ReplyMessage) => void, signal: AbortSignal): void {
  const timer = setInterval(() => send({ v, type: "alive" }), ALIVE_INTERVAL_MS);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}

async function run(
  engine: Engine,
  { request }: GenerateMessage,
  credits: Credits,
  cancelled: AbortController,
  send: (message: ReplyMessage) => void,
): Promise<void> {
  const parts = engine.generate(request, cancelled.signal)[Symbol.asyncIterator]();
  try {
    while (await credits.take()) {
      const next: IteratorResult<StreamPart, unknown> = await parts.next();
      if (next.done === true) {
        send({ v, type: "end" });
        return;
      }
      send({ v, type: "part", part: next.value });
    }
    send({ v, type: "error", code: "cancelled", message: "The request was cancelled." });
  } catch (error) {
    send(toErrorMessage(error));
  } finally {
    await parts.return?.().catch(() => {});
  }
}

function toErrorMessage(error: unknown): ReplyMessage {
  if (error instanceof EngineError) {
    const { code, message, param } = error;
    return { v, type: "error", code, message, ...(param === undefined ? {} : { param }) };
  }
  // Its message is written for developers, not for the caller.
  console.error(error);
  return { v, type: "error", code: "failed", message: "The engine failed. Try again." };
}

/** The number of parts that the other side is ready for, until `signal` aborts. */
class Credits {
  readonly #signal: AbortSignal;
  #count = 0;
  #wake: () => void = () => {};

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#wake(), { once: true });
  }

  add(count: number): void {
    this.#count += count;
    this.#wake();
  }

  /** Use one credit, waiting for it; false once the signal is aborted. */
  async take(): Promise<boolean> {
    while (this.#count === 0 && !this.#signal.aborted) {
      const woken = deferred();
      this.#wake = woken.resolve;
      await woken.promise;
    }
    if (this.#signal.aborted) return false;
    this.#count -= 1;
    return true;
  }
}
