import { scopedName } from "../scope/scoped-name.ts";
import type { Engine } from "../contract/engine.ts";
import type { GenerateRequest } from "../contract/generate-request.ts";
import type { StreamPart } from "../contract/stream-part.ts";
import { EngineError } from "../contract/engine-error.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import { holdLock, type Locks, watchLock } from "../wire/watch-lock.ts";
import { findHost, type Found, type Page } from "./find-host.ts";
import { TurnQueue } from "./queue.ts";

export interface BrokerOptions {
  /** The pages that this worker can reach now. */
  pages(): Promise<readonly Page[]>;
  readonly locks: Locks;
  /** How many requests may wait for the engine. */
  readonly queueLength: number;
}

/**
 * Brings requests to the engine's host, wherever that is, one at a time: web-llm runs one request per
 * model, and its interrupt hits whatever runs.
 */
export class Broker {
  readonly #options: BrokerOptions;
  readonly #queue: TurnQueue;
  /** Held while this service worker lives, so that the host can tell when it dies. */
  #lock: Promise<string> | undefined;
  /** The page that knew the way last time. */
  #lastPage = "";
  /** Hosts that were found to hang. Forgotten with this service worker: they are found again. */
  readonly #hung = new Set<string>();

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#queue = new TurnQueue(options.queueLength);
  }

  get active(): number {
    return this.#queue.active;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Instances of the host that were found to hang, in order. */
  get hung(): readonly string[] {
    return [...this.#hung];
  }

  /** The engine as one caller sees it: `clientId` is the page whose request it is, "" where unknown. */
  engineFor(clientId: string): Engine {
    return { generate: (request, signal) => this.#generate(request, clientId, signal) };
  }

  /**
   * What the host is at, or undefined when none answers within `deadline` milliseconds. Starts nothing
   * but an idle host.
   */
  async describeHost(clientId: string, deadline: number): Promise<EngineHostStatus | undefined> {
    const given = AbortSignal.timeout(deadline);
    let found: Found | undefined;
    try {
      found = await this.#findHost(clientId, given);
      const { port } = found;
      given.addEventListener("abort", () => port.fail(new EngineError("unavailable", "No status came.")));
      return await port.describe();
    } catch (error) {
      if (error instanceof EngineError) return undefined;
      throw error;
    } finally {
      found?.port.close();
    }
  }

  async *#generate(
    request: GenerateRequest,
    clientId: string,
    signal: AbortSignal,
  ): AsyncGenerator<StreamPart> {
    const ended = new AbortController();
    const cancelled = AbortSignal.any([signal, ended.signal]);
    const { port, hello } = await this.#findHost(clientId, cancelled);
    let release = (): unknown => undefined;
    try {
      const giveUp = () => port.fail(new EngineError("cancelled", "The request was cancelled."));
      if (signal.aborted) giveUp();
      else signal.addEventListener("abort", giveUp, { signal: ended.signal });
      watchLock(this.#options.locks, hello.lock, ended.signal, () =>
        port.fail(new EngineError("unavailable", "The page that ran the model was closed. Try again.")),
      );
      const parts = port.generate(request, await this.#heldLock());
      const admitted = await parts.next();
      if (admitted.done === true) return;
      // The place in the queue is taken before the caller hears of the admission: a full queue is still a 429.
      const turn = this.#queue.enter(request.owner, cancelled);
      release = () => turn.then((taken) => taken.release()).catch(() => {});
      yield admitted.value;
      if (this.#queue.waiting > 0) yield { type: "waiting", phase: "queue" };
      await turn;
      yield* parts;
    } finally {
      ended.abort();
      if (port.hungInstance !== undefined) this.#hung.add(port.hungInstance);
      // However this request ends, the host has nothing more to do for it.
      port.close();
      release();
    }
  }

  async #findHost(clientId: string, signal: AbortSignal): Promise<Found> {
    const found = await findHost(await this.#options.pages(), {
      preferred: [clientId, this.#lastPage],
      hung: this.hung,
      signal,
      onHung: (instance) => this.#hung.add(instance),
    });
    this.#lastPage = found.page;
    return found;
  }

  #heldLock(): Promise<string> {
    this.#lock ??= holdLock(this.#options.locks, scopedName("insitu-broker")).catch((error: unknown) => {
      this.#lock = undefined;
      throw error;
    });
    return this.#lock;
  }
}
