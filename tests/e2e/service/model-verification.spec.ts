/** Models of another origin: only files with the right content are installed. */
import type { HubFault } from "../../support/hub.ts";
import { expect, test } from "../../support/hub-test.ts";
import {
  RECORD,
  REMOTE,
  SHARD,
  ask,
  install,
  listed,
  remove,
  shardRanges,
  stateOf,
} from "../../support/model-calls.ts";

test("a model without sums is installed, and wrong bytes, missing files and pages are refused by name", async ({
  connectedPage: page,
  hub,
}) => {
  const faults: readonly (readonly [HubFault, string])[] = [
    [{ type: "flip", at: 1000 }, "MD5"],
    [{ type: "status", status: 404 }, "status 404"],
    [{ type: "page" }, "HTML page"],
  ];
  for (const [fault, reason] of faults) {
    hub.faultOf = (file) => (file === SHARD ? fault : undefined);
    hub.requests.length = 0;
    const error = await install(page, RECORD);
    expect(error).toContain(`${SHARD} `);
    expect(error).toContain(reason);
    expect(shardRanges(hub)).toHaveLength(1);
    expect(await stateOf(page, RECORD)).toMatchObject({ type: "failed", message: error });
    expect(await listed(page)).not.toContain(RECORD);
  }
  // The other files were valid and are not fetched again.
  expect(hub.requests.map(({ file }) => file)).toEqual([SHARD]);

  hub.faultOf = () => undefined;
  expect(await install(page, RECORD)).toBe("installed");
  const entry = await page.evaluate(
    async (id) => (await insitu.models.list()).find((model) => model.id === id),
    RECORD,
  );
  expect(entry).toMatchObject({ source: "catalogue", contextLength: 1024, fits: { type: "yes" } });
  expect((await ask(page, RECORD)).length).toBeGreaterThan(20);

  await remove(page, RECORD);

  // Checksums of the deployment file are used where it has them.
  hub.faultOf = (file) => (file === SHARD ? { type: "flip", at: 1000 } : undefined);
  expect(await install(page, REMOTE)).toContain("SHA-256");
  hub.faultOf = () => undefined;
  expect(await install(page, REMOTE)).toBe("installed");
  await remove(page, REMOTE);
});
