import type { StartPorts } from "../wire/cpu-worker-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { DescribedPage } from "./page-ports.ts";

/** A context in which a CPU worker can be started. */
export interface CpuWorkerPlace {
  start(ports: StartPorts): void;
  /** Aborted when the context has closed. */
  readonly closed: AbortSignal;
}

/** This context, where it has `Worker`. */
export interface OwnPlace extends CpuWorkerPlace {
  readonly isIsolated: boolean;
}

/**
 * The places for a CPU worker, best first. Threads need an isolated context, and make the most difference. A visible
 * page is neither frozen nor slowed down, and one that reported lately is likely to be alive.
 *
 * @param pages the latest first
 */
export function rankPlaces(
  pages: readonly DescribedPage[],
  here: OwnPlace | undefined,
): readonly CpuWorkerPlace[] {
  const ranked = [...pages].sort((a, b) => rank(a) - rank(b));
  const isIsolated = ({ state }: DescribedPage) => state.isIsolated && state.visibility !== "frozen";
  const isolated = ranked.filter(isIsolated).map(pagePlace);
  const others = ranked.filter((page) => !isIsolated(page)).map(pagePlace);
  if (here === undefined) return [...isolated, ...others];
  // No page could give it more, and this context needs no message to start it.
  return here.isIsolated ? [here, ...isolated, ...others] : [...isolated, here, ...others];
}

const VISIBILITIES = ["visible", "hidden", "frozen"] as const;

function rank({ state }: DescribedPage): number {
  return VISIBILITIES.indexOf(state.visibility);
}

function pagePlace({ port, closed }: DescribedPage): CpuWorkerPlace {
  return { closed, start: (ports) => port.postMessage({ v, type: "start-cpu-worker" }, [...ports]) };
}
