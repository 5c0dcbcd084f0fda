import type { Broker } from "../broker/broker.ts";
import type { Config } from "../config/schema.ts";

export type ModelState = "ready" | "installed" | "loading";

/** How long a listing waits for the engine's host to say what it has loaded, in milliseconds. */
const DEADLINE = 1_000;

/** The state of every model that a request may name. Embedded models are always installed. */
export async function modelStates(config: Config, broker: Broker): Promise<ReadonlyMap<string, ModelState>> {
  const states = new Map<string, ModelState>(config.models.map(({ id }) => [id, "installed"]));
  const loaded = (await broker.describeHost("", DEADLINE))?.model;
  if (loaded && states.has(loaded.id)) {
    if (loaded.state === "ready") states.set(loaded.id, "ready");
    else if (loaded.state !== "failed") states.set(loaded.id, "loading");
  }
  return states;
}
