import type { Broker } from "../broker/broker.ts";
import type { Model } from "../config/model.ts";
import type { Config } from "../config/schema.ts";
import type { ModelStatesById } from "../server/models.ts";
import type { Store } from "../store/store.ts";

/** How long a listing waits for the engine's host to say what it has loaded, in milliseconds. */
const DEADLINE = 1_000;

/** The question under way: listings at the same time share it, or a thousand would each wake the host. */
let asking: ReturnType<Broker["describeHost"]> | undefined;

/** The models that a request may name: the embedded ones, and those installed from the catalogue. */
export async function installedModels(
  { models }: Config,
  store: Pick<Store, "listModelRows">,
): Promise<ReadonlyMap<string, Model>> {
  const rows = await store.listModelRows();
  const installed = rows.flatMap((row) => (row.status === "installed" ? [row.model] : []));
  return new Map([...installed, ...models].map((model) => [model.id, model]));
}

/** What the model in the engine's memory is at; the others are installed, as are all where no host answers. */
export async function modelStates(broker: Broker): Promise<ModelStatesById> {
  asking ??= broker.describeHost("", DEADLINE).finally(() => (asking = undefined));
  const loaded = (await asking)?.model;
  if (!loaded || loaded.state === "failed") return new Map();
  return new Map([[loaded.id, loaded.state === "ready" ? "ready" : "loading"]]);
}
