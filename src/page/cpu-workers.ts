/** The CPU workers that this page runs for the engine's host. */
import { type ControlMessage, startCpuWorkerSchema } from "../wire/control-messages.ts";
import { type LaunchedWorker, launchCpuWorker } from "../wire/launch-cpu-worker.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { PageStateSource } from "./page-state.ts";

/** The control port of a host. */
export interface HostPort {
  postMessage(message: ControlMessage): void;
  addEventListener(type: "message", listener: (event: Event) => void, options: { signal: AbortSignal }): void;
}

export interface CpuWorkers {
  /**
   * Tells a host that this page can start CPU workers, and the state of the page now and on every change.
   *
   * @param hostEnded ends the workers, too: no other host knows of them
   */
  offer(host: HostPort, hostEnded: AbortSignal): void;
}

export function createCpuWorkers(create: () => LaunchedWorker, pageState: PageStateSource): CpuWorkers {
  let leaving = new AbortController();
  // A page in the back/forward cache, or frozen, would keep the model in memory and never answer.
  pageState.observe(({ visibility }) => {
    if (visibility !== "frozen") return;
    leaving.abort("The page that ran the model was left. Try again.");
    leaving = new AbortController();
  });

  return {
    offer(host, hostEnded) {
      const report = () => host.postMessage({ v, type: "page", state: pageState.current() });
      hostEnded.addEventListener("abort", pageState.observe(report));
      host.addEventListener("message", start, { signal: hostEnded });
      report();

      function start(event: Event): void {
        if (!(event instanceof MessageEvent)) return;
        if (!startCpuWorkerSchema.safeParse(event.data).success) return;
        const [starter, engine, lifeline] = event.ports;
        if (starter === undefined || engine === undefined || lifeline === undefined) return;
        launchCpuWorker(create, [starter, engine, lifeline], AbortSignal.any([leaving.signal, hostEnded]));
      }
    },
  };
}
