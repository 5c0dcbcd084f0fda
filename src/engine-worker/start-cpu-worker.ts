/** Starts CPU workers for the engine, and notices their end. */
import { EngineError } from "../contract/engine-error.ts";
import type { CpuWorker, StartCpuWorker } from "../engine/wllama/cpu-worker.ts";
import { abortable } from "../util/abortable.ts";
import { deferred } from "../util/deferred.ts";
import { Emitter } from "../util/emitter.ts";
import { messageOf } from "../util/message-of.ts";
import { within } from "../util/within.ts";
import {
  type End,
  type LifeSign,
  lifeSignSchema,
  type LifelineMessage,
  starterMessageSchema,
} from "../wire/cpu-worker-messages.ts";
import { pingPeer } from "../wire/liveness.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { type Locks, watchLock } from "../wire/watch-lock.ts";
import type { CpuWorkerPlace } from "./cpu-worker-places.ts";

/** Timeout of a page's first answer, in milliseconds: a page that is frozen or hangs gives none. */
const PAGE_TIMEOUT_MS = 3_000;
/** Timeout of a new worker's greeting, in milliseconds. Its script may come from the network. */
const START_TIMEOUT_MS = 20_000;

const NO_PLACE = "No page of this app is open that can run the model on the CPU. Open it and try again.";

/** @param places the places for a new worker, best first */
export function createStartCpuWorker(places: () => readonly CpuWorkerPlace[], locks: Locks): StartCpuWorker {
  return async () => {
    const candidates = places();
    if (candidates.length === 0) throw new EngineError("unavailable", NO_PLACE);
    const reasons = new Set<string>();
    for (const place of candidates) {
      try {
        // One after the other: two workers would be a waste of memory.
        return await startIn(place, locks);
      } catch (error) {
        reasons.add(messageOf(error));
      }
    }
    throw new EngineError(
      "unavailable",
      `No open page could run the model on the CPU. ${[...reasons].join(" ")}`,
    );
  };
}

/** @throws {EngineError} `unavailable`, with a sentence for a person */
async function startIn(place: CpuWorkerPlace, locks: Locks): Promise<CpuWorker> {
  const [starter, engine, lifeline] = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
  const answered = deferred<true>();
  const greeted = deferred<string>();
  const lifeSigns = new Emitter<LifeSign>();
  const end = new AbortController();
  const { signal: ended } = end;

  function finish(reason: string): void {
    if (ended.aborted) return;
    // A frozen worker or page finds the message when it is resumed.
    for (const { port1 } of [starter, lifeline]) port1.postMessage({ v, type: "end" } satisfies End);
    for (const { port1 } of [starter, engine, lifeline]) port1.close();
    end.abort(new EngineError("unavailable", reason));
  }

  async function waitFor<T>(event: Promise<T>, timeoutMs: number, onTimeout: string): Promise<T> {
    const value = await within(abortable(event, ended), timeoutMs);
    if (value !== undefined) return value;
    finish(onTimeout);
    throw ended.reason;
  }

  starter.port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { data: message } = starterMessageSchema.safeParse(data);
    if (message?.type === "starting") answered.resolve(true);
    if (message?.type === "ended") finish(message.reason);
  };
  lifeline.port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { data: sign } = lifeSignSchema.safeParse(data);
    if (sign?.type === "hello") greeted.resolve(sign.lock);
    if (sign !== undefined) lifeSigns.emit(sign);
  };
  const onClosed = () => finish("The page that ran the model was closed. Try again.");
  if (place.closed.aborted) onClosed();
  else place.closed.addEventListener("abort", onClosed, { signal: ended });
  place.start([starter.port2, engine.port2, lifeline.port2]);

  await waitFor(answered.promise, PAGE_TIMEOUT_MS, "A page did not answer.");
  const lock = await waitFor(greeted.promise, START_TIMEOUT_MS, "The worker did not start in time.");
  watchLock(locks, lock, ended, () => finish("The worker that ran the model ended. Try again."));
  const ping: LifelineMessage = { v, type: "ping" };
  const heard = pingPeer(
    () => lifeline.port1.postMessage(ping),
    ended,
    () => finish("The worker that ran the model stopped responding. Try again."),
  );
  lifeSigns.observe(heard);
  return { port: engine.port1, ended, terminate: () => finish("The worker was no longer needed.") };
}
