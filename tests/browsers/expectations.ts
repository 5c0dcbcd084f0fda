/** The one place that says how browsers differ in what the scenarios see. */
import type { EngineName } from "../../src/contract/engine-name.ts";
import type { BrowserName } from "./browser-page.ts";

export interface Expectations {
  /** The engines that run models in this browser. The others refuse a request for a reply, with 503 `engine_unavailable`. */
  readonly engines: readonly EngineName[];
  /** The engine that the shipped deployment chooses for the embedded model. */
  readonly chosenEngine: EngineName;
  /** The kind of worker that hosts the engine: one for all tabs, or one in each. */
  readonly host: "shared-worker" | "dedicated-worker";
  /** True: the browser stops a service worker that is idle for 30 s, although its pages are open. */
  readonly stopsIdleWorkers: boolean;
  /** False: it forgets the stored data of a site soon after its last page is closed, because a driven browser is ephemeral. */
  readonly keepsClosedSites: boolean;
}

/** With the default settings of the scenarios, on a machine without a GPU. */
export const EXPECTATIONS: Readonly<Record<BrowserName, Expectations>> = {
  firefox: {
    engines: ["web-llm", "wllama"],
    chosenEngine: "wllama",
    host: "shared-worker",
    stopsIdleWorkers: true,
    keepsClosedSites: true,
  },
  // It has no WebGPU.
  webkit: {
    engines: ["wllama"],
    chosenEngine: "wllama",
    host: "shared-worker",
    stopsIdleWorkers: false,
    keepsClosedSites: false,
  },
};
