/**
 * One engine worker for all tabs where no SharedWorker can run the engine: the pages elect a leader, which has the
 * worker, and the others connect to it. `docs/decisions/014-pages-elect-a-leader.md` gives the reasons.
 */
import { deferred } from "../../util/deferred.ts";
import type { Connect, Follower, Leading } from "../../wire/leader-messages.ts";
import { WIRE_VERSION as v } from "../../wire/version.ts";
import { askLeader, type AskLeaderServices, type Followed } from "./ask-leader.ts";
import { type HostConnection, SILENT } from "../host-connection.ts";
import { InsituError } from "../insitu-error.ts";
import type { Leadership, LeaderLock } from "./leader-lock.ts";
import type { PageStateSource } from "../page-state.ts";

/** A leader loses its place after this many rounds in a row without an answer: 17.5 s. */
const MAX_SILENT_ROUNDS = 7;

const LEFT = "The page was left. Try again.";

/** The part of a `Worker` that is used here. */
export interface LeaderWorker {
  postMessage(message: Connect, transfer: Transferable[]): void;
  terminate(): void;
}

export interface DedicatedHostServices<W extends LeaderWorker> extends AskLeaderServices {
  readonly leaderLock: LeaderLock;
  readonly pageState: PageStateSource;
  createWorker(): W;
  connect(port: W | MessagePort, end: AbortController): Promise<HostConnection>;
}

export interface DedicatedHost {
  /**
   * Connects to the leader's worker, or becomes the leader.
   *
   * @throws {InsituError} `host-failed`; `uncontrolled` where the service worker does not answer
   */
  start(): Promise<HostConnection>;
  /** Connects another page to the worker, if this page leads. */
  accept(follower: Pick<Follower, "port" | "hung">): void;
}

export function createDedicatedHost<W extends LeaderWorker>(
  services: DedicatedHostServices<W>,
): DedicatedHost {
  const { leaderLock, pageState, createWorker, connect } = services;
  let leading: { readonly worker: W; readonly end: AbortController; instance?: string } | undefined;
  /** The leader whose worker has stopped answering: one round is enough to give up that page. */
  let silentLeader: string | undefined;

  const whenLeft = (act: () => void) =>
    pageState.observe(({ visibility }) => {
      if (visibility === "frozen") act();
    });

  async function lead({ lost, release }: Leadership): Promise<HostConnection> {
    const end = new AbortController();
    const { signal: ended } = end;
    ended.addEventListener("abort", release);
    lost.addEventListener("abort", () => end.abort());
    // Frozen, or in the back/forward cache, this page would keep the model in memory and answer nobody.
    ended.addEventListener(
      "abort",
      whenLeft(() => end.abort()),
    );
    try {
      const worker = createWorker();
      const mine: typeof leading = { worker, end };
      leading = mine;
      ended.addEventListener("abort", () => {
        worker.terminate();
        if (leading === mine) leading = undefined;
      });
      const connection = await connect(worker, end);
      mine.instance = connection.status.instance;
      return connection;
    } catch (error) {
      end.abort();
      throw error;
    }
  }

  /**
   * Looks for a leader that answers, until the signal is aborted.
   *
   * @param take called with the place of a leader that did not answer
   */
  async function follow(
    decided: AbortSignal,
    take: (leadership: Leadership) => void,
  ): Promise<Followed | undefined> {
    let leader: string | undefined;
    let silentRounds = 0;
    while (!decided.aborted) {
      const current = await leaderLock.leader();
      if (current !== leader) silentRounds = 0;
      leader = current;
      const followed = await askLeader(services, decided);
      if (followed !== undefined) {
        silentLeader = undefined;
        const { signal: ended } = followed.end;
        ended.addEventListener("abort", () => {
          if (ended.reason === SILENT) silentLeader = leader;
        });
        return followed;
      }
      silentRounds += 1;
      const maxRounds = leader === silentLeader ? 1 : MAX_SILENT_ROUNDS;
      if (leader === undefined || silentRounds < maxRounds || decided.aborted) continue;
      const leadership = await leaderLock.takeFrom(leader);
      if (leadership !== undefined) take(leadership);
    }
    return undefined;
  }

  return {
    async start() {
      const free = await leaderLock.tryAcquire();
      if (free !== undefined) return lead(free);

      // The first of these decides: the lock becomes free, a leader answers, the page is left.
      const outcome = deferred<HostConnection>();
      const decision = new AbortController();
      const { signal: decided } = decision;
      const decide = (isFirst: () => void, isLate = () => {}) => {
        if (decided.aborted) return isLate();
        decision.abort();
        isFirst();
      };
      const fail = (error: unknown) => decide(() => outcome.reject(error));
      const take = (leadership: Leadership) =>
        decide(() => lead(leadership).then(outcome.resolve, outcome.reject), leadership.release);
      const join = (followed: Followed | undefined) =>
        decide(
          () => followed && outcome.resolve(followed.connection),
          () => followed?.end.abort(),
        );

      decided.addEventListener(
        "abort",
        whenLeft(() => fail(new InsituError("host-failed", LEFT))),
      );
      leaderLock.acquire(decided).then(take, fail);
      follow(decided, take).then(join, fail);
      return outcome.promise;
    },

    accept({ port, hung }) {
      if (leading?.instance !== undefined && hung.includes(leading.instance)) leading.end.abort();
      if (leading === undefined) return port.close();
      port.postMessage({ v, type: "leading" } satisfies Leading);
      leading.worker.postMessage({ v, type: "connect" }, [port]);
    },
  };
}
