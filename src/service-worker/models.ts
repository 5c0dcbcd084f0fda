import type { Broker } from "../broker/broker.ts";
import type { Model } from "../contract/model.ts";
import type { Config } from "../config/schema.ts";
import type { HostedModels } from "../server/models.ts";
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
 * Creates a function that reads which model is loaded, and which engine is used; if no host answers, none is. Concurrent
 * calls share one query, since each query would wake the host.
 */
export function createHostedModels(broker: Pick<Broker, "describeHost">): () => Promise<HostedModels> {
  let asking: ReturnType<Broker["describeHost"]> | undefined;
  return async () => {
    asking ??= broker.describeHost("", STATUS_TIMEOUT_MS).finally(() => (asking = undefined));
    const host = await asking;
    if (host === undefined) return { loaded: new Map(), engine: undefined };
    const { engine, model } = host;
    if (model === null || model.state === "failed") return { loaded: new Map(), engine: engine.name };
    const state = model.state === "ready" ? "ready" : "loading";
    return { loaded: new Map([[model.id, { state, engine }]]), engine: engine.name };
  };
}
