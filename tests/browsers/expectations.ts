/** The one place that says how browsers differ in what the scenarios see. */
import type { BrowserName } from "./browser-page.ts";

export interface Expectations {
  /**
   * The engine that answers in the fixtures' deployment, which allows web-llm alone. Null: none can, and a request for a
   * reply gets a 503 with `engine_unavailable`.
   */
  readonly engine: "web-llm" | null;
  /** The engine that the shipped deployment chooses for the embedded model. */
  readonly embeddedEngine: "web-llm" | "wllama" | null;
  /** The kind of worker that hosts the engine: one for all tabs, or one in each. */
  readonly host: "shared-worker" | "dedicated-worker";
  /** True: the browser stops a service worker that is idle for 30 s, although its pages are open. */
  readonly stopsIdleWorkers: boolean;
}

/** With the default settings of the scenarios, on a machine without a GPU. */
export const EXPECTATIONS: Readonly<Record<BrowserName, Expectations>> = {
  firefox: { engine: "web-llm", embeddedEngine: "wllama", host: "shared-worker", stopsIdleWorkers: true },
  // It has no WebGPU.
  webkit: { engine: null, embeddedEngine: "wllama", host: "shared-worker", stopsIdleWorkers: false },
};
