import { EngineError } from "../contract/engine-error.ts";

/** The right to use the engine. `release` may be called more than once. */
export interface Turn {
  release(): void;
}

interface Waiter {
  readonly owner: string;
  readonly grant: () => void;
}

/** Share of the queue that one owner may fill. */
const OWNER_SHARE = 3 / 4;
/** An owner who has none waiting gets a place beyond the capacity, until the queue is this many times as long. */
const HARD_BOUND = 2;

/**
 * One turn at a time, fair between owners: the next turn goes to the waiting owner whose last turn is
 * longest ago, so one busy caller cannot starve the others. In memory only: a request that waits here
 * dies with the service worker anyway.
 */
export class TurnQueue {
  readonly #capacity: number;
  readonly #ownerCapacity: number;
  #waiters: Waiter[] = [];
  #active = false;
  /** Owners in the order of their last turn, the most recent last. */
  readonly #lastTurns = new Set<string>();

  /**
   * @param capacity how many may wait, the active one not counted. One owner may hold three quarters of the places,
   *   and one who holds none always finds one, as long as no more than twice as many wait.
   */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#ownerCapacity = Math.max(1, Math.floor(capacity * OWNER_SHARE));
  }

  get active(): number {
    return this.#active ? 1 : 0;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  /**
   * Take a place in the queue.
   *
   * @returns the turn, when it comes; rejects with `cancelled` when `signal` aborts first
   * @throws {EngineError} `queue-full`, at once
   */
  enter(owner: string, signal: AbortSignal): Promise<Turn> {
    if (signal.aborted) return Promise.reject(cancelled());
    if (!this.#active) return Promise.resolve(this.#start(owner));
    this.#requirePlace(owner);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        grant: () => {
          signal.removeEventListener("abort", leave);
          resolve(this.#start(owner));
        },
      };
      const leave = () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(cancelled());
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiters.push(waiter);
    });
  }

  #requirePlace(owner: string): void {
    const own = this.#waiters.filter((waiter) => waiter.owner === owner).length;
    if (own >= this.#ownerCapacity) {
      const text = `${own} requests of this key wait for the model already, as many as one key may have.`;
      throw new EngineError("queue-full", `${text} Try again soon.`);
    }
    const capacity = own === 0 ? this.#capacity * HARD_BOUND : this.#capacity;
    if (this.#waiters.length < capacity) return;
    const text = `${this.#waiters.length} requests wait for the model already, as many as there may be.`;
    throw new EngineError("queue-full", `${text} Try again soon.`);
  }

  #start(owner: string): Turn {
    this.#active = true;
    this.#lastTurns.delete(owner);
    this.#lastTurns.add(owner);
    let released = false;
    return {
      release: () => {
        if (released) return;
        released = true;
        this.#active = false;
        this.#grantNext();
      },
    };
  }

  #grantNext(): void {
    const rank = new Map([...this.#lastTurns].map((owner, index) => [owner, index]));
    let next: Waiter | undefined;
    for (const waiter of this.#waiters) {
      if (next === undefined || (rank.get(waiter.owner) ?? -1) < (rank.get(next.owner) ?? -1)) next = waiter;
    }
    if (next === undefined) {
      this.#lastTurns.clear();
      return;
    }
    this.#waiters = this.#waiters.filter((waiter) => waiter !== next);
    next.grant();
  }
}

function cancelled(): EngineError {
  return new EngineError("cancelled", "The request was cancelled.");
}
