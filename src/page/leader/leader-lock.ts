/** The Web Lock by which the pages of a deployment elect a leader: the page that holds it. */
import { scopedName } from "../../scope/scoped-name.ts";
import { deferred } from "../../util/deferred.ts";
import { DEDICATED_HOST_LOCK } from "../../wire/leader-messages.ts";

const LEADER_LOCK = scopedName("insitu-leader");
/** Held while a page takes the place of a silent leader, so that no two pages do. */
const SUCCESSION_LOCK = scopedName("insitu-leader-succession");
const HOST_PREFIX = `${scopedName(DEDICATED_HOST_LOCK)}-`;

/** The part of `navigator.locks` that is used here. */
export interface StealableLocks {
  request(name: string, options: LockOptions, callback: (lock: object | null) => unknown): Promise<unknown>;
  query(): Promise<{ readonly held?: readonly LockInfo[] }>;
}

export interface Leadership {
  /** Aborted when another page has taken the lock. A page that was frozen learns of it when it is resumed. */
  readonly lost: AbortSignal;
  release(this: void): void;
}

export interface LeaderLock {
  /** Undefined where another page leads. */
  tryAcquire(): Promise<Leadership | undefined>;
  /** Waits in the queue until no page leads. @throws the reason of `signal` when it is aborted before */
  acquire(signal: AbortSignal): Promise<Leadership>;
  /** The client id of the page that leads. */
  leader(): Promise<string | undefined>;
  /**
   * Takes the lock from the page `silent`, and every lock from the engine's worker of that page, which may have been
   * frozen in the middle of a load or a download. Whoever watches the worker's lock learns that it has ended.
   *
   * @returns undefined where another page leads by now, or is about to
   */
  takeFrom(silent: string): Promise<Leadership | undefined>;
}

export function createLeaderLock(locks: StealableLocks): LeaderLock {
  function hold(options: LockOptions): Promise<Leadership | undefined> {
    return new Promise((resolve, reject) => {
      const lost = new AbortController();
      const released = deferred();
      locks
        .request(LEADER_LOCK, options, (lock) => {
          if (lock === null) return resolve(undefined);
          resolve({ lost: lost.signal, release: released.resolve });
          return released.promise;
        })
        .catch((error: unknown) => {
          lost.abort(error);
          reject(error);
        });
    });
  }

  const held = async () => (await locks.query()).held ?? [];
  const leader = async () => (await held()).find(({ name }) => name === LEADER_LOCK)?.clientId;

  /** Only a leader may have such a worker: all that are left belong to former ones. */
  async function endHosts(): Promise<void> {
    const all = await held();
    const hosts = new Set(
      all.flatMap(({ name, clientId }) => (name?.startsWith(HOST_PREFIX) ? [clientId] : [])),
    );
    for (const { name, clientId, mode } of all) {
      if (name !== undefined && mode === "exclusive" && hosts.has(clientId))
        await locks.request(name, { steal: true }, () => {});
    }
  }

  return {
    tryAcquire: () => hold({ ifAvailable: true }),
    leader,

    async acquire(signal) {
      const leadership = await hold({ signal });
      if (leadership === undefined) throw new Error("A request that waits is never refused.");
      return leadership;
    },

    async takeFrom(silent) {
      let taken: Leadership | undefined;
      await locks.request(SUCCESSION_LOCK, { ifAvailable: true }, async (lock) => {
        if (lock === null || (await leader()) !== silent) return;
        taken = await hold({ steal: true });
        await endHosts();
      });
      return taken;
    },
  };
}
