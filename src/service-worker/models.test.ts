import { expect, it } from "vitest";
import type { Broker } from "../broker/broker.ts";
import { deferred } from "../util/deferred.ts";
import { createHostedModels } from "./models.ts";

type Described = Awaited<ReturnType<Broker["describeHost"]>>;
type LoadState = NonNullable<NonNullable<Described>["model"]>["state"];

function hostWith(state: LoadState): Described {
  return {
    instance: "host",
    lock: "lock",
    kind: "shared-worker",
    engine,
    adapter: null,
    model: { id: "model", state, loadedBytes: 0, totalBytes: 0, fraction: 0, text: "" },
    installs: [],
    catalogueRevision: 0,
  };
}

const engine = { name: "engine", version: "1", threads: 2 };

it.each<[LoadState, [string, object][]]>([
  ["ready", [["model", { state: "ready", engine }]]],
  ["downloading", [["model", { state: "loading", engine }]]],
  ["loading", [["model", { state: "loading", engine }]]],
  ["failed", []],
])("a model that is %s", async (state, expected) => {
  const hostedModels = createHostedModels({ describeHost: async () => hostWith(state) });
  const { loaded, engine: used } = await hostedModels();
  expect([...loaded]).toEqual(expected);
  expect(used).toBe("engine");
});

it("takes no model for loaded if no host answers", async () => {
  const hostedModels = createHostedModels({ describeHost: async () => undefined });
  expect(await hostedModels()).toEqual({ loaded: new Map(), engine: undefined });
});

it("asks the host once for concurrent listings, and again for later ones", async () => {
  let asked = 0;
  const answer = deferred<Described>();
  const hostedModels = createHostedModels({
    describeHost: () => {
      asked += 1;
      return answer.promise;
    },
  });
  const listings = [hostedModels(), hostedModels(), hostedModels()];
  answer.resolve(hostWith("ready"));
  await Promise.all(listings);
  expect(asked).toBe(1);
  await hostedModels();
  expect(asked).toBe(2);
});
