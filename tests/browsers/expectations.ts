/** The one place that says how browsers differ in what the scenarios see. */
import type { BrowserName } from "./browser-page.ts";

export interface Expectations {
  /** The engine that answers. Null: none can, and a request for a reply gets a 503 with `engine_unavailable`. */
  readonly engine: "web-llm" | null;
  /** The kind of worker that hosts the engine: one for all tabs, or one in each. */
  readonly host: "shared-worker" | "dedicated-worker";
}

/** With the default settings of the scenarios, on a machine without a GPU. */
export const EXPECTATIONS: Readonly<Record<BrowserName, Expectations>> = {
  firefox: { engine: "web-llm", host: "shared-worker" },
  // It has no WebGPU.
  webkit: { engine: null, host: "shared-worker" },
};
