/** The self-test of this page, loaded when it is run. */
import { ourController } from "./controller.ts";
import { baseURL, scope } from "./location.ts";
import type { Models } from "./models.ts";
import { guardedFetch } from "./page-fetch.ts";
import { pageLock } from "./page-lock.ts";
import { accounts } from "./page-store.ts";
import { refuseOutbound } from "./refuse-outbound.ts";
import { selfTest, type SelfTestResult } from "./self-test.ts";

/** @throws {InsituError} as `selfTest` does */
export function pageSelfTest(model: string, models: Pick<Models, "list">): Promise<SelfTestResult> {
  return selfTest(model, {
    accounts,
    models,
    baseURL,
    fetch: guardedFetch,
    reachNetwork: () =>
      fetch(new URL(`self-test/${crypto.randomUUID()}`, scope), { cache: "no-store" }).then(
        () => true,
        () => false,
      ),
    refuseOutbound: async () => refuseOutbound(ourController(), await pageLock()),
  });
}
