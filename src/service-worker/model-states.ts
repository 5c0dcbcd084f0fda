import type { Broker } from "../broker/broker.ts";
import type { Model } from "../contract/model.ts";
import type { Config } from "../config/schema.ts";
import type { ModelStatesById } from "../server/models.ts";
import type { Store } from "../store/store.ts";

/** Timeout of the engine host's status, in milliseconds: a listing waits for it. */
const STATUS_TIMEOUT_MS = 1_000;

/** Models that a request may name: the embedded ones, and those installed from the catalogue. */
export async function installedModels(
  { models }: Config,
  store: Pick<Store, "listModelRows">,
): Promise<ReadonlyMap<string, Model>> {
  const rows = await store.listModelRows();
  const installed = rows.flatMap((row) => (row.status === "installed" ? [row.model] : []));
  return new Map([...installed, ...models].map((model) => [model.id, model]));
}

/**
 * Creates a function that reads the state of the model in the engine's memory. A model without a state is installed;
 * if no host answers, no model has one. Concurrent calls share one query, since each query would wake the host.
 */
export function createModelStates(broker: Pick<Broker, "describeHost">): () => Promise<ModelStatesById> {
  let asking: ReturnType<Broker["describeHost"]> | undefined;
  return async () => {
    asking ??= broker.describeHost("", STATUS_TIMEOUT_MS).finally(() => (asking = undefined));
    const loaded = (await asking)?.model;
    if (!loaded || loaded.state === "failed") return new Map();
    return new Map([[loaded.id, loaded.state === "ready" ? "ready" : "loading"]]);
  };
}
