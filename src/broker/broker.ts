import type { Engine } from "../contract/engine.ts";
import { EngineError } from "../contract/engine-error.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import type { GenerateRequest } from "../contract/generate-request.ts";
import type { StreamPart } from "../contract/stream-part.ts";
import { scopedName } from "../scope/scoped-name.ts";
import { holdLock, type Locks, watchLock } from "../wire/watch-lock.ts";
import { findHost, type ReachedHost, type PageClient } from "./find-host.ts";
import { SlotQueue } from "./queue.ts";

export interface BrokerOptions {
  /** The pages that this worker can reach now. */
  pages(): Promise<readonly PageClient[]>;
  readonly locks: Locks;
  /** Maximum number of requests that wait for the engine. */
  readonly queueLength: number;
}

/**
 * Passes requests to the engine's host, wherever that is, one at a time: web-llm runs one request per
 * model, and its interrupt hits whatever runs.
 */
export interface Broker {
  /** Requests that hold the engine: 0 or 1. */
  readonly active: number;
  /** Requests that wait for it. */
  readonly waiting: number;
  /** Instances of the host that were found to hang, in order. */
  readonly hung: readonly string[];
  /** The engine for the requests of one page: `clientId` is its id, "" where unknown. */
  engineFor(clientId: string): Engine;
  /**
   * Status of the host, or undefined when none answers within `timeoutMs`. Starts nothing but an idle host.
   */
  describeHost(clientId: string, timeoutMs: number): Promise<EngineHostStatus | undefined>;
}

export function createBroker({ pages, locks, queueLength }: BrokerOptions): Broker {
  const queue = new SlotQueue(queueLength);
  /** Hosts that were found to hang. Forgotten with this service worker: they are found again. */
  const hung = new Set<string>();
  /** The page that reached the host last time. */
  let lastPage = "";
  /** Held while this service worker lives, so that the host can tell when it dies. */
  let brokerLock: Promise<string> | undefined;

  function heldLock(): Promise<string> {
    brokerLock ??= holdLock(locks, scopedName("insitu-broker")).catch((error: unknown) => {
      brokerLock = undefined;
      throw error;
    });
    return brokerLock;
  }

  async function connectToHost(clientId: string, signal: AbortSignal): Promise<ReachedHost> {
    const connection = await findHost(await pages(), {
      preferred: [clientId, lastPage],
      hung: [...hung],
      signal,
      onHung: (instance) => hung.add(instance),
    });
    lastPage = connection.page;
    return connection;
  }

  async function describeHost(clientId: string, timeoutMs: number): Promise<EngineHostStatus | undefined> {
    const timeout = AbortSignal.timeout(timeoutMs);
    let connection: ReachedHost | undefined;
    try {
      connection = await connectToHost(clientId, timeout);
      const { port } = connection;
      timeout.addEventListener("abort", () => port.fail(new EngineError("unavailable", "No status came.")));
      return await port.describe();
    } catch (error) {
      if (error instanceof EngineError) return undefined;
      throw error;
    } finally {
      connection?.port.close();
    }
  }

  async function* generate(
    request: GenerateRequest,
    clientId: string,
    signal: AbortSignal,
  ): AsyncGenerator<StreamPart> {
    const ended = new AbortController();
    const cancelled = AbortSignal.any([signal, ended.signal]);
    const { port, hello } = await connectToHost(clientId, cancelled);
    let release = (): unknown => undefined;
    try {
      const giveUp = () => port.fail(new EngineError("cancelled", "The request was cancelled."));
      if (signal.aborted) giveUp();
      else signal.addEventListener("abort", giveUp, { signal: ended.signal });
      watchLock(locks, hello.lock, ended.signal, () =>
        port.fail(new EngineError("unavailable", "The page that ran the model was closed. Try again.")),
      );
      const parts = port.generate(request, await heldLock());
      const admitted = await parts.next();
      if (admitted.done === true) return;
      // The request joins the queue before the caller hears of its admission: a full queue is still a 429.
      const slot = queue.acquire(request.owner, cancelled);
      release = () => slot.then((granted) => granted.release()).catch(() => {});
      yield admitted.value;
      if (queue.waiting > 0) yield { type: "waiting", phase: "queue" };
      await slot;
      yield* parts;
    } finally {
      ended.abort();
      if (port.hungInstance !== undefined) hung.add(port.hungInstance);
      // However this request ends, the host has nothing more to do for it.
      port.close();
      release();
    }
  }

  return {
    get active() {
      return queue.active;
    },
    get waiting() {
      return queue.waiting;
    },
    get hung() {
      return [...hung];
    },
    engineFor: (clientId) => ({ generate: (request, signal) => generate(request, clientId, signal) }),
    describeHost,
  };
}
