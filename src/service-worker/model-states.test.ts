import { expect, it } from "vitest";
import type { Broker } from "../broker/broker.ts";
import { deferred } from "../util/deferred.ts";
import { createModelStates } from "./model-states.ts";

type Described = Awaited<ReturnType<Broker["describeHost"]>>;
type LoadState = NonNullable<NonNullable<Described>["model"]>["state"];

function hostWith(state: LoadState): Described {
  return {
    instance: "host",
    lock: "lock",
    kind: "shared-worker",
    engine: { name: "engine", version: "1" },
    adapter: null,
    model: { id: "model", state, loadedBytes: 0, totalBytes: 0, fraction: 0, text: "" },
    installs: [],
    catalogueRevision: 0,
  };
}

it.each<[LoadState, [string, string][]]>([
  ["ready", [["model", "ready"]]],
  ["downloading", [["model", "loading"]]],
  ["loading", [["model", "loading"]]],
  ["failed", []],
])("a model that is %s", async (state, expected) => {
  const modelStates = createModelStates({ describeHost: async () => hostWith(state) });
  expect([...(await modelStates())]).toEqual(expected);
});

it("gives no state if no host answers", async () => {
  const modelStates = createModelStates({ describeHost: async () => undefined });
  expect((await modelStates()).size).toBe(0);
});

it("asks the host once for concurrent listings, and again for later ones", async () => {
  let asked = 0;
  const answer = deferred<Described>();
  const modelStates = createModelStates({
    describeHost: () => {
      asked += 1;
      return answer.promise;
    },
  });
  const listings = [modelStates(), modelStates(), modelStates()];
  answer.resolve(hostWith("ready"));
  await Promise.all(listings);
  expect(asked).toBe(1);
  await modelStates();
  expect(asked).toBe(2);
});
