import { EngineError } from "../contract/engine-error.ts";

/** The right to use the engine. `release` may be called more than once. */
export interface Slot {
  release(): void;
}

interface Waiter {
  readonly owner: string;
  readonly grant: () => void;
}

/** Share of the queue that one owner may fill. */
const MAX_OWNER_SHARE = 3 / 4;
/** An owner with no waiting request may exceed the capacity, up to this many times its size. */
const MAX_OVERFLOW_FACTOR = 2;

/**
 * Grants one slot at a time, fairly between owners: the next one goes to the waiting owner whose last slot is
 * longest ago, so one busy caller cannot starve the others. In memory only: a request that waits here
 * dies with the service worker anyway.
 *
 * Example: A holds the slot, and A, A, B wait in this order. B is next (it never had one), then A, then A.
 */
export class SlotQueue {
  readonly #capacity: number;
  readonly #ownerCapacity: number;
  #waiters: Waiter[] = [];
  #active = false;
  /** Owners in the order of their last slot, the most recent last. */
  readonly #lastSlots = new Set<string>();

  /**
   * @param capacity maximum number of waiting requests, the active one not counted. One owner may hold three quarters
   *   of it; an owner with none waiting is admitted beyond it, until twice as many wait.
   */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#ownerCapacity = Math.max(1, Math.floor(capacity * MAX_OWNER_SHARE));
  }

  get active(): number {
    return this.#active ? 1 : 0;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  /**
   * Join the queue, at once.
   *
   * @returns the slot, when it is granted; rejects with `cancelled` when `signal` aborts first
   * @throws {EngineError} `queue-full`, at once
   */
  acquire(owner: string, signal: AbortSignal): Promise<Slot> {
    if (signal.aborted) return Promise.reject(cancelled());
    if (!this.#active) return Promise.resolve(this.#grant(owner));
    this.#requireCapacity(owner);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        grant: () => {
          signal.removeEventListener("abort", leave);
          resolve(this.#grant(owner));
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

  #requireCapacity(owner: string): void {
    const own = this.#waiters.filter((waiter) => waiter.owner === owner).length;
    if (own >= this.#ownerCapacity) {
      throw queueFull(
        `This API key already has ${own} requests waiting for the model, the maximum for one key.`,
      );
    }
    const capacity = own === 0 ? this.#capacity * MAX_OVERFLOW_FACTOR : this.#capacity;
    if (this.#waiters.length < capacity) return;
    throw queueFull(`${this.#waiters.length} requests are already waiting for the model, the maximum.`);
  }

  #grant(owner: string): Slot {
    this.#active = true;
    this.#lastSlots.delete(owner);
    this.#lastSlots.add(owner);
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
    const rank = new Map([...this.#lastSlots].map((owner, index) => [owner, index]));
    let next: Waiter | undefined;
    for (const waiter of this.#waiters) {
      if (next === undefined || (rank.get(waiter.owner) ?? -1) < (rank.get(next.owner) ?? -1)) next = waiter;
    }
    if (next === undefined) {
      this.#lastSlots.clear();
      return;
    }
    this.#waiters = this.#waiters.filter((waiter) => waiter !== next);
    next.grant();
  }
}

function queueFull(problem: string): EngineError {
  return new EngineError("queue-full", `${problem} Try again soon.`);
}

function cancelled(): EngineError {
  return new EngineError("cancelled", "The request was cancelled.");
}
