/** Models of another origin: installed over bad connections, paused, resumed, used offline, removed. */
import { connectPage, openConnectedPage } from "../../support/connected-page.ts";
import { expect, test } from "../../support/hub-test.ts";
import {
  REMOTE,
  SHARD,
  SHARD_BYTES,
  arrived,
  ask,
  install,
  listed,
  remove,
  shardRanges,
  stateOf,
} from "../../support/model-calls.ts";

test("a model is installed with progress, answers without its host, and is gone when it is removed", async ({
  freshContext,
  site,
  hub,
}) => {
  const page = await openConnectedPage(freshContext, site.url);
  expect(await stateOf(page, REMOTE)).toEqual({ type: "not-installed" });
  expect(await ask(page, REMOTE)).toBe("400 model_not_found");

  const progress = await page.evaluate(async (id) => {
    const seen: { loadedBytes: number; totalBytes: number | null }[] = [];
    await insitu.models.install(id, { onProgress: (step) => seen.push(step) });
    return seen;
  }, REMOTE);
  const loaded = progress.map(({ loadedBytes }) => loadedBytes);
  expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
  expect(progress.at(-1)?.totalBytes).toBeGreaterThan(3_000_000);
  expect(await stateOf(page, REMOTE)).toMatchObject({ type: "installed" });
  expect(await listed(page)).toContain(REMOTE);
  const reply = await ask(page, REMOTE);
  expect(reply.length).toBeGreaterThan(20);

  await hub.close();
  await page.reload();
  await connectPage(page, site.url);
  expect(await stateOf(page, REMOTE)).toMatchObject({ type: "installed" });
  expect(await ask(page, REMOTE)).toBe(reply);
  const storage = await page.evaluate(() => insitu.models.storage());
  expect(storage.models.find(({ id }) => id === REMOTE)?.bytes).toBeGreaterThan(3_000_000);

  await remove(page, REMOTE);
  expect(await stateOf(page, REMOTE)).toEqual({ type: "not-installed" });
  expect(await ask(page, REMOTE)).toBe("400 model_not_found");
  expect(await listed(page)).not.toContain(REMOTE);
  const left = await page.evaluate(async (id) => {
    const urls: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) if (url.includes(id)) urls.push(url);
    }
    return urls;
  }, REMOTE);
  expect(left).toEqual([]);
});

test("what arrived survives broken connections, a pause and a reload, and is not fetched twice", async ({
  freshContext,
  site,
  hub,
}) => {
  const page = await openConnectedPage(freshContext, site.url);
  const other = await openConnectedPage(freshContext, site.url);

  // The connection breaks twice; the download goes on by itself, as both tabs see.
  const pieces: readonly (readonly [range: string | undefined, bytes: number])[] = [
    [undefined, 100_000],
    ["bytes=100000-", 50_000],
    ["bytes=150000-", 20_000],
  ];
  hub.faultOf = (file, range) => {
    const after = pieces.find(([asked]) => file === SHARD && asked === range)?.[1];
    return after === undefined ? undefined : { type: "stall", after };
  };
  const problems = await other.evaluateHandle((id) => {
    const seen = new Set<string>();
    insitu.models.observe((entries) => {
      const state = entries.find((entry) => entry.id === id)?.state;
      if (state?.type === "installing" && state.problem !== null) seen.add(state.problem);
    });
    return seen;
  }, REMOTE);
  const paused = install(page, REMOTE);
  await expect.poll(() => stateOf(other, REMOTE)).toMatchObject(arrived(100_000));
  hub.hangUp();
  await expect.poll(() => stateOf(other, REMOTE)).toMatchObject(arrived(150_000));
  hub.hangUp();
  await expect.poll(() => stateOf(other, REMOTE)).toMatchObject(arrived(170_000));
  expect(await problems.evaluate((seen) => seen.size)).toBeGreaterThan(0);

  // Paused by the other tab; after a reload it resumes from there.
  await other.evaluate((id) => insitu.models.pause(id), REMOTE);
  expect(await paused).toContain("paused");
  const state = await stateOf(page, REMOTE);
  expect(state).toMatchObject({ ...arrived(170_000), type: "paused" });
  await page.reload();
  await connectPage(page, site.url);
  expect(await stateOf(page, REMOTE)).toEqual(state);

  hub.faultOf = () => undefined;
  expect(await install(page, REMOTE)).toBe("installed");
  expect(shardRanges(hub)).toEqual([undefined, "bytes=100000-", "bytes=150000-", "bytes=170000-"]);
  const sent = hub.requests.filter(({ file }) => file === SHARD);
  expect(sent.reduce((sum, { sentBytes }) => sum + sentBytes, 0)).toBe(SHARD_BYTES);
  expect(hub.requests.filter(({ file }) => file === "library.wasm")).toHaveLength(1);

  // A host that ignores ranges makes the file start over.
  await remove(page, REMOTE);
  hub.faultOf = (file, range) => {
    if (file !== SHARD) return undefined;
    return range === undefined ? { type: "stall", after: 100_000 } : { type: "ignore-range" };
  };
  const startedOver = install(page, REMOTE);
  await expect.poll(() => stateOf(page, REMOTE)).toMatchObject(arrived(100_000));
  hub.hangUp();
  expect(await startedOver).toBe("installed");
  await remove(page, REMOTE);

  // Aborting is pausing.
  hub.faultOf = (file) => (file === "library.wasm" ? { type: "stall", after: 1000 } : undefined);
  const aborted = await page.evaluate(async (id) => {
    const controller = new AbortController();
    const stop = insitu.models.observe((entries) => {
      const state = entries.find((entry) => entry.id === id)?.state;
      if (state?.type === "installing" && state.loadedBytes > 5000) controller.abort();
    });
    const error = await insitu.models.install(id, { signal: controller.signal }).catch((e: Error) => e.name);
    stop();
    return error;
  }, REMOTE);
  expect(aborted).toBe("AbortError");
  expect(await stateOf(page, REMOTE)).toMatchObject({ type: "paused" });
  await remove(page, REMOTE);
});
