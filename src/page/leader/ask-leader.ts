import { deferred } from "../../util/deferred.ts";
import { within } from "../../util/within.ts";
import { leadingSchema } from "../../wire/leader-messages.ts";
import { ALIVE_INTERVAL_MS } from "../../wire/alive-interval.ts";
import type { HostConnection } from "../host-connection.ts";
import { InsituError } from "../insitu-error.ts";

/** Timeout of the leader's answer, in milliseconds. Its worker may take longer. */
const ANSWER_TIMEOUT_MS = ALIVE_INTERVAL_MS;

const NO_WORKER = "The worker that runs the model, in another tab, did not start. Try again.";

export interface AskLeaderServices {
  /** Opens channels to pages, the leader among them. */
  findLeader(): Promise<readonly MessagePort[]>;
  /** Waits for the first report of a worker. Aborts `end` when it throws, and when the worker ends. */
  connect(port: MessagePort, end: AbortController): Promise<HostConnection>;
}

/** The connection to another page's worker. */
export interface Followed {
  readonly connection: HostConnection;
  /** Ends the connection. */
  readonly end: AbortController;
}

/**
 * Asks the leader once for a connection to its worker.
 *
 * @param decided aborted when no leader is wanted any more
 * @returns undefined where none answers
 * @throws {InsituError} `host-failed` where the leader answers, but its worker does not
 */
export async function askLeader(
  { findLeader, connect }: AskLeaderServices,
  decided: AbortSignal,
): Promise<Followed | undefined> {
  const ports = await findLeader();
  const answered = deferred<true>();
  const candidates = ports.map((port) => connectCandidate(port, connect, () => answered.resolve(true)));
  const first = Promise.any(candidates.map(({ connected }) => connected));
  first.then(
    () => answered.resolve(true),
    () => {},
  );
  const endAllBut = (chosen?: Followed) => {
    for (const { end } of candidates) if (end !== chosen?.end) end.abort();
  };
  const endAll = () => endAllBut();
  decided.addEventListener("abort", endAll);
  let chosen: Followed | undefined;
  try {
    if (await within(answered.promise, ANSWER_TIMEOUT_MS)) chosen = await first;
    return chosen;
  } catch {
    throw new InsituError("host-failed", NO_WORKER);
  } finally {
    decided.removeEventListener("abort", endAll);
    endAllBut(chosen);
  }
}

/** Only the leader passes its end of the channel on, to its worker. */
function connectCandidate(port: MessagePort, connect: AskLeaderServices["connect"], onLeading: () => void) {
  const end = new AbortController();
  end.signal.addEventListener("abort", () => port.close());
  port.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (leadingSchema.safeParse(data).success) onLeading();
  });
  return { end, connected: connect(port, end).then((connection): Followed => ({ connection, end })) };
}
