interface TestLock {
  readonly name: string;
  readonly clientId: string;
  readonly mode: LockMode;
  readonly steal: boolean;
  grant(): void;
  /** Called when another client steals it. */
  break(): void;
}

/** `navigator.locks` of a client. */
export interface TestLockClient {
  request(name: string, options: LockOptions, callback: (lock: object | null) => unknown): Promise<unknown>;
  query(): Promise<{ readonly held: readonly LockInfo[] }>;
}

/** The Web Locks of several clients in Node: queues, shared locks, `ifAvailable`, `steal` and `query`. */
export class TestLockManager {
  #held: TestLock[] = [];
  #waiting: TestLock[] = [];

  of(clientId: string): TestLockClient {
    return {
      request: (name, options, callback) => this.#request(clientId, name, options, callback),
      query: async () => ({
        held: this.#held.map(({ name, mode, clientId: holder }) => ({ name, mode, clientId: holder })),
      }),
    };
  }

  /** Frees all locks of a client, whose context ends. */
  end(clientId: string): void {
    this.#held = this.#held.filter((lock) => lock.clientId !== clientId);
    this.#waiting = this.#waiting.filter((lock) => lock.clientId !== clientId);
    this.#grantAll();
  }

  #request(
    clientId: string,
    name: string,
    { mode = "exclusive", ifAvailable = false, steal = false, signal }: LockOptions,
    callback: (lock: object | null) => unknown,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const release = () => {
        this.#held = this.#held.filter((held) => held !== lock);
        this.#grantAll();
      };
      const abort = () => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== lock);
        reject(signal?.reason);
      };
      const lock: TestLock = {
        name,
        clientId,
        mode,
        steal,
        grant: () => {
          signal?.removeEventListener("abort", abort);
          // Granted in a task of its own, as in a browser.
          void Promise.resolve()
            .then(() => callback({}))
            .then(resolve, reject)
            .finally(release);
        },
        break: () => reject(new DOMException("Another client stole the lock.", "AbortError")),
      };
      if (signal?.aborted) return abort();
      if (steal) {
        for (const held of this.#held.filter((other) => other.name === name)) held.break();
        this.#held = this.#held.filter((other) => other.name !== name);
        this.#held.push(lock);
        return lock.grant();
      }
      signal?.addEventListener("abort", abort);
      this.#waiting.push(lock);
      this.#grantAll();
      if (!ifAvailable || !this.#waiting.includes(lock)) return;
      this.#waiting = this.#waiting.filter((waiting) => waiting !== lock);
      Promise.resolve(callback(null)).then(resolve, reject);
    });
  }

  #grantAll(): void {
    for (const lock of this.#waiting) {
      const isFirst = this.#waiting.find(({ name }) => name === lock.name) === lock;
      const rivals = this.#held.filter(({ name }) => name === lock.name);
      const isFree = rivals.every(({ mode }) => mode === "shared" && lock.mode === "shared");
      if (!isFirst || !isFree) continue;
      this.#waiting = this.#waiting.filter((waiting) => waiting !== lock);
      this.#held.push(lock);
      lock.grant();
    }
  }
}
