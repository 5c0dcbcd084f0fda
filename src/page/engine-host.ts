/** The worker that runs the engine, as this page sees it. */
import type * as z from "zod/mini";
import { scopedName } from "../config/scoped-name.ts";
import engineWorkerUrl from "../engine-worker/main.ts?worker&url";
import {
  type CommandReply,
  commandReplySchema,
  type ControlMessage,
  hostMessageSchema,
  loadReplySchema,
} from "../wire/control-messages.ts";
import type { HostStatus } from "../wire/status.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { watchLock } from "../wire/watch-lock.ts";
import { InsituError } from "./insitu-error.ts";

/** How long a new worker may take to report, in milliseconds. It loads no engine before it does. */
const START_DEADLINE = 20_000;

const WORKER_NAME = scopedName("insitu-engine");

/** What `SharedWorker` takes beyond TypeScript's own declaration (Chromium: survive a reload of the only tab). */
interface ExtendedWorkerOptions extends WorkerOptions {
  readonly extendedLifetime?: boolean;
}

export type StatusListener = (status: HostStatus) => void;

/** Starts the host at the first use, and again when it has crashed; passes ports and commands on to it. */
export class EngineHost {
  readonly #onStatus: StatusListener;
  #started: Promise<Connection> | undefined;

  constructor(onStatus: StatusListener) {
    this.#onStatus = onStatus;
  }

  /** Hand a request port over. */
  async serve(port: MessagePort): Promise<void> {
    (await this.#connection()).send({ v, type: "serve" }, [port]);
  }

  async status(): Promise<HostStatus> {
    return (await this.#connection()).status;
  }

  /**
   * Make `model` ready; resolves when it is.
   *
   * @throws {InsituError} `host-failed`, with what failed
   */
  async load(model: string): Promise<void> {
    const reply = await this.#ask({ v, type: "load", model }, loadReplySchema);
    if (reply.type === "load-failed") throw new InsituError("host-failed", reply.message);
  }

  /**
   * Have a command about models carried out.
   *
   * @throws {InsituError} `paused` or `model-failed`
   */
  async command(message: ControlMessage): Promise<Exclude<CommandReply, { type: "refused" }>> {
    const reply = await this.#ask(message, commandReplySchema);
    if (reply.type !== "refused") return reply;
    throw new InsituError(reply.reason === "paused" ? "paused" : "model-failed", reply.message);
  }

  /** Send a message with a port, and wait for the one answer on it. */
  async #ask<Reply>(message: ControlMessage, schema: z.ZodMiniType<Reply>): Promise<Reply> {
    const connection = await this.#connection();
    const { port1, port2 } = new MessageChannel();
    const settled = new AbortController();
    const reply = new Promise<Reply>((resolve, reject) => {
      port1.onmessage = ({ data }: MessageEvent<unknown>) => {
        const parsed = schema.safeParse(data);
        if (parsed.success) resolve(parsed.data);
      };
      const fail = () =>
        reject(new InsituError("host-failed", "The worker that runs the model ended. Try again."));
      connection.ended.addEventListener("abort", fail, { signal: settled.signal });
    });
    connection.send(message, [port2]);
    try {
      return await reply;
    } finally {
      settled.abort();
      port1.close();
    }
  }

  #connection(): Promise<Connection> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<Connection> {
    const forget = () => {
      this.#started = undefined;
    };
    try {
      const connection = await start(this.#onStatus);
      connection.ended.addEventListener("abort", forget);
      return connection;
    } catch (error) {
      forget();
      throw error;
    }
  }
}

/** A worker that has reported at least once. */
class Connection {
  readonly #port: MessagePort | Worker;
  /** The latest report. */
  status: HostStatus;
  /** Aborted when the worker has ended, as by a crash: its ports do not tell. */
  readonly ended: AbortSignal;

  constructor(port: MessagePort | Worker, first: HostStatus) {
    const end = new AbortController();
    this.#port = port;
    this.status = first;
    this.ended = end.signal;
    watchLock(navigator.locks, first.lock, this.ended, () => end.abort());
  }

  send(message: ControlMessage, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}

/** A SharedWorker where it finds a GPU adapter (one model for all tabs), else a worker of this page. */
async function start(onStatus: StatusListener): Promise<Connection> {
  const shared = await startShared(onStatus).catch(() => undefined);
  if (shared !== undefined && shared.status.adapter !== null) return shared;
  const dedicated = new Worker(engineWorkerUrl, { type: "module", name: WORKER_NAME });
  return connect(dedicated, dedicated, onStatus);
}

async function startShared(onStatus: StatusListener): Promise<Connection | undefined> {
  if (!("SharedWorker" in globalThis)) return undefined;
  const options: ExtendedWorkerOptions = { type: "module", name: WORKER_NAME, extendedLifetime: true };
  const worker = new SharedWorker(engineWorkerUrl, options);
  const connection = connect(worker.port, worker, onStatus);
  worker.port.start();
  return connection;
}

function connect(
  port: MessagePort | Worker,
  source: EventTarget,
  onStatus: StatusListener,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let connection: Connection | undefined;
    const fail = (text: string) => reject(new InsituError("host-failed", text));
    const timer = setTimeout(
      () => fail("The worker that runs the model did not start in time."),
      START_DEADLINE,
    );
    source.addEventListener("error", () => {
      clearTimeout(timer);
      fail("The worker that runs the model could not be started.");
    });
    port.addEventListener("message", (event: Event) => {
      const parsed = hostMessageSchema.safeParse(event instanceof MessageEvent ? event.data : undefined);
      if (!parsed.success) return;
      const { status } = parsed.data;
      if (connection === undefined) {
        clearTimeout(timer);
        connection = new Connection(port, status);
        resolve(connection);
      }
      connection.status = status;
      onStatus(status);
    });
    port.postMessage({ v, type: "status" } satisfies ControlMessage);
  });
}
