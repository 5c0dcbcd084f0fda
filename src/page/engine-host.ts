/** The worker that runs the engine, as this page sees it. */
import type * as z from "zod/mini";
import { scopedName } from "../scope/scoped-name.ts";
import engineWorkerUrl from "../engine-worker/main.ts?worker&url";
import {
  type CommandReply,
  commandReplySchema,
  type ControlMessage,
  hostMessageSchema,
  loadReplySchema,
} from "../wire/control-messages.ts";
import type { ReplyMessage } from "../wire/request-messages.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { watchLock } from "../wire/watch-lock.ts";
import { InsituError } from "./insitu-error.ts";
import { pageLock } from "./page-lock.ts";

/** How long a new worker may take to report, in milliseconds. It loads no engine before it does. */
const START_DEADLINE = 20_000;

const WORKER_NAME = scopedName("insitu-engine");

/** What `SharedWorker` takes beyond TypeScript's own declaration (Chromium: survive a reload of the only tab). */
interface ExtendedWorkerOptions extends WorkerOptions {
  readonly extendedLifetime?: boolean;
}

export type StatusListener = (status: EngineHostStatus) => void;

/** Starts the host at the first use, and again when it has crashed; passes ports and commands on to it. */
export class EngineHost {
  readonly #onStatus: StatusListener;
  #started: Promise<Connection> | undefined;
  /** Instances that were found to hang, in order. */
  #hung: readonly string[] = [];

  constructor(onStatus: StatusListener) {
    this.#onStatus = onStatus;
  }

  /** Use none of these instances of the host any more: the service worker has found that they hang. */
  avoid(hung: readonly string[]): void {
    // A service worker that was stopped meanwhile knows of none.
    if (hung.length > 0) this.#hung = hung;
  }

  /** Hand a request port over. Never rejects: the port tells. */
  async serve(port: MessagePort): Promise<void> {
    const tell = (message: ReplyMessage) => port.postMessage(message);
    tell({ v, type: "reaching" });
    try {
      const connection = await this.#connection();
      tell({ v, type: "passed", instance: connection.status.instance });
      connection.send({ v, type: "serve" }, [port]);
    } catch {
      tell({ v, type: "unreachable" });
      port.close();
    }
  }

  async status(): Promise<EngineHostStatus> {
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

  async #connection(): Promise<Connection> {
    const started = (this.#started ??= this.#start());
    const connection = await started;
    if (!this.#hung.includes(connection.status.instance)) return connection;
    connection.retire();
    return this.#connection();
  }

  #start(): Promise<Connection> {
    const forget = () => {
      if (this.#started === starting) this.#started = undefined;
    };
    // A SharedWorker whose thread hangs cannot be ended: one of another name, the same in all tabs, takes its place.
    const last = this.#hung.at(-1);
    const name = last === undefined ? WORKER_NAME : `${WORKER_NAME} after ${last}`;
    const starting = start(this.#onStatus, name);
    starting.then(({ ended }) => ended.addEventListener("abort", forget), forget);
    return starting;
  }
}

/** A worker that has reported at least once. */
class Connection {
  readonly #port: MessagePort | Worker;
  readonly #end = new AbortController();
  /** The latest report. */
  status: EngineHostStatus;
  /** Aborted when the worker has ended, as by a crash: its ports do not tell. */
  readonly ended: AbortSignal;

  constructor(port: MessagePort | Worker, first: EngineHostStatus) {
    this.#port = port;
    this.status = first;
    this.ended = this.#end.signal;
    watchLock(navigator.locks, first.lock, this.ended, () => this.#end.abort());
  }

  /** Have the worker end as soon as it can; nothing waits for it after this. */
  retire(): void {
    if (this.#port instanceof MessagePort) this.send({ v, type: "retire" });
    else this.#port.terminate();
    this.#end.abort();
  }

  send(message: ControlMessage, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}

/** A SharedWorker where it finds a GPU adapter (one model for all tabs), else a worker of this page. */
async function start(onStatus: StatusListener, name: string): Promise<Connection> {
  const shared = await startShared(onStatus, name).catch(() => undefined);
  if (shared !== undefined && shared.status.adapter !== null) return shared;
  const dedicated = new Worker(engineWorkerUrl, { type: "module", name });
  return connect(dedicated, dedicated, onStatus);
}

async function startShared(onStatus: StatusListener, name: string): Promise<Connection | undefined> {
  if (!("SharedWorker" in globalThis)) return undefined;
  const options: ExtendedWorkerOptions = { type: "module", name, extendedLifetime: true };
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
    void pageLock().then((lock) => port.postMessage({ v, type: "status", lock } satisfies ControlMessage));
  });
}
