import type { Broker } from "../broker/broker.ts";
import type { Config } from "../config/schema.ts";

export type ModelState = "ready" | "installed" | "loading";

/** How long a listing waits for the engine's host to say what it has loaded, in milliseconds. */
const DEADLINE = 1_000;

/** The question under way: listings at the same time share it, or a thousand would each wake the host. */
let asking: ReturnType<Broker["describeHost"]> | undefined;

/** The models that a request may name. Embedded models are always installed. */
export async function installedModels(config: Config): Promise<ReadonlySet<string>> {
  return new Set(config.models.map(({ id }) => id));
}

/** What each installed model is at; "installed" where the engine's host does not answer in time. */
export async function modelStates(config: Config, broker: Broker): Promise<ReadonlyMap<string, ModelState>> {
  asking ??= broker.describeHost("", DEADLINE).finally(() => (asking = undefined));
  const [installed, host] = await Promise.all([installedModels(config), asking]);
  const states = new Map<string, ModelState>([...installed].map((id) => [id, "installed"]));
  const loaded = host?.model;
  if (loaded && states.has(loaded.id)) {
    if (loaded.state === "ready") states.set(loaded.id, "ready");
    else if (loaded.state !== "failed") states.set(loaded.id, "loading");
  }
  return states;
}
