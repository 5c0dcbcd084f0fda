import { deferred } from "../../util/deferred.ts";

/** A lock manager in memory: requests queue per name; consecutive shared ones are granted together. */
export function memoryLocks(): Pick<LockManager, "request"> {
  interface Turn {
    readonly mode: LockMode;
    readonly start: () => void;
    held: boolean;
  }
  const queues = new Map<string, Turn[]>();

  function advance(queue: readonly Turn[]): void {
    for (const [index, turn] of queue.entries()) {
      const before = queue.slice(0, index);
      const free = turn.mode === "shared" ? before.every(({ mode }) => mode === "shared") : index === 0;
      if (!free) return;
      if (turn.held) continue;
      turn.held = true;
      turn.start();
    }
  }

  const request = async (
    name: string,
    { signal, mode = "exclusive", ifAvailable = false }: LockOptions,
    run: (lock: object | null) => Promise<unknown>,
  ) => {
    signal?.throwIfAborted();
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    if (ifAvailable && queue.length > 0) return run(null);
    const granted = deferred();
    const turn: Turn = { mode, start: () => granted.resolve(), held: false };
    queue.push(turn);
    signal?.addEventListener("abort", () => granted.reject(signal.reason));
    advance(queue);
    try {
      await granted.promise;
      return await run({});
    } finally {
      queue.splice(queue.indexOf(turn), 1);
      advance(queue);
    }
  };
  // The tests' subjects call it in this form only.
  return { request } as unknown as Pick<LockManager, "request">;
}
