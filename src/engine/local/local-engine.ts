import type { Engine } from "../../contract/engine.ts";

/** An engine that runs in this context, rather than behind a port. */
export interface LocalEngine extends Engine {
  /**
   * Install, verify and load `model`, unloading another one. Resolves at once when it is loaded already;
   * joins the load in progress. A failed load can be tried again.
   */
  load(model: string): Promise<void>;
  /** Free the memory that `model` takes, once a reply under way has ended. */
  unload(model: string): Promise<void>;
}
