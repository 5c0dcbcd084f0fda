/** Models of another origin: installed over bad connections, paused, resumed, verified, used offline, removed. */
import type { Page } from "@playwright/test";
import { connectPage } from "../../support/connected-page.ts";
import { type Hub, startHub } from "../../support/hub.ts";
import { fixtureBytes } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

const REMOTE = "fixture-remote";
const RECORD = "fixture-record";
const SHARD = "params_shard_0.bin";
const SHARD_BYTES = fixtureBytes("fixture-length/resolve/main/params_shard_0.bin");
/** What is fetched before the weights. */
const BEFORE_SHARD = fixtureBytes(
  "fixture-chat/library.wasm",
  "fixture-length/resolve/main/mlc-chat-config.json",
  "fixture-length/resolve/main/tokenizer.json",
);

let hub: Hub;

test.beforeAll(async () => {
  hub = await startHub();
});
test.afterAll(async () => {
  await hub.close();
});
test.beforeEach(() => {
  hub.requests.length = 0;
  hub.mischief = () => undefined;
});

function stateOf(page: Page, id: string) {
  return page.evaluate(
    async (model) => (await insitu.models.list()).find((entry) => entry.id === model)?.state,
    id,
  );
}

/** The error that an install fails with, or "installed". */
function install(page: Page, id: string): Promise<string> {
  return page.evaluate(
    (model) =>
      insitu.models.install(model).then(
        () => "installed",
        (error: Error) => error.message,
      ),
    id,
  );
}

function remove(page: Page, id: string): Promise<void> {
  return page.evaluate((model) => insitu.models.remove(model), id);
}

function listed(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => (await client.models.list()).data.map(({ id }) => id));
}

/** A reply, or the status and code of the error. */
function ask(page: Page, id: string): Promise<string> {
  return page.evaluate(
    (model) =>
      client.chat.completions
        .create({ model, temperature: 0, messages: [{ role: "user", content: "What is new?" }] })
        .then(
          ({ choices }) => choices[0]?.message.content ?? "",
          (error: { status: number; code: string }) => `${error.status} ${error.code}`,
        ),
    id,
  );
}

test("a model is installed with progress, answers without its host, and is gone when it is removed", async ({
  freshContext,
  site,
}) => {
  const page = await connectPage(await freshContext.newPage(), site.url);
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
  hub = await startHub();

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
}) => {
  const page = await connectPage(await freshContext.newPage(), site.url);
  const other = await connectPage(await freshContext.newPage(), site.url);

  // Broken twice: goes on by itself, as both tabs see.
  const pieces: readonly (readonly [range: string | undefined, bytes: number])[] = [
    [undefined, 100_000],
    ["bytes=100000-", 50_000],
    ["bytes=150000-", 20_000],
  ];
  hub.mischief = (file, range) => {
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

  // Paused from the other tab; a reload and another connection later it goes on from there.
  await other.evaluate((id) => insitu.models.pause(id), REMOTE);
  expect(await paused).toContain("paused");
  const state = await stateOf(page, REMOTE);
  expect(state).toMatchObject({ ...arrived(170_000), type: "paused" });
  await page.reload();
  await connectPage(page, site.url);
  expect(await stateOf(page, REMOTE)).toEqual(state);

  hub.mischief = () => undefined;
  expect(await install(page, REMOTE)).toBe("installed");
  expect(shardRanges()).toEqual([undefined, "bytes=100000-", "bytes=150000-", "bytes=170000-"]);
  const sent = hub.requests.filter(({ file }) => file === SHARD);
  expect(sent.reduce((sum, { sentBytes }) => sum + sentBytes, 0)).toBe(SHARD_BYTES);
  expect(hub.requests.filter(({ file }) => file === "library.wasm")).toHaveLength(1);

  // A host that ignores ranges makes the file start over.
  await remove(page, REMOTE);
  hub.mischief = (file, range) => {
    if (file !== SHARD) return undefined;
    return range === undefined ? { type: "stall", after: 100_000 } : { type: "ignore-range" };
  };
  const startedOver = install(page, REMOTE);
  await expect.poll(() => stateOf(page, REMOTE)).toMatchObject(arrived(100_000));
  hub.hangUp();
  expect(await startedOver).toBe("installed");
  await remove(page, REMOTE);

  // Aborting is pausing.
  hub.mischief = (file) => (file === "library.wasm" ? { type: "stall", after: 1000 } : undefined);
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

/** What an install is at when the library, the small files and that much of the weights are here. */
function arrived(bytes: number) {
  return { type: "installing", loadedBytes: BEFORE_SHARD + bytes };
}

function shardRanges(): (string | undefined)[] {
  return hub.requests.filter(({ file }) => file === SHARD).map(({ range }) => range);
}

test("a model without sums is installed, and wrong bytes, missing files and pages are refused by name", async ({
  connectedPage: page,
}) => {
  const faults: readonly (readonly [ReturnType<Hub["mischief"]>, string])[] = [
    [{ type: "flip", at: 1000 }, "MD5"],
    [{ type: "status", status: 404 }, "status 404"],
    [{ type: "page" }, "HTML page"],
  ];
  for (const [fault, reason] of faults) {
    hub.mischief = (file) => (file === SHARD ? fault : undefined);
    hub.requests.length = 0;
    const error = await install(page, RECORD);
    expect(error).toContain(`${SHARD} `);
    expect(error).toContain(reason);
    expect(shardRanges()).toHaveLength(1);
    expect(await stateOf(page, RECORD)).toMatchObject({ type: "failed", message: error });
    expect(await listed(page)).not.toContain(RECORD);
  }
  // The other files were sound, and are not fetched again.
  expect(hub.requests.map(({ file }) => file)).toEqual([SHARD]);

  hub.mischief = () => undefined;
  expect(await install(page, RECORD)).toBe("installed");
  const entry = await page.evaluate(
    async (id) => (await insitu.models.list()).find((model) => model.id === id),
    RECORD,
  );
  expect(entry).toMatchObject({ source: "catalogue", contextLength: 1024, fits: { type: "yes" } });
  expect((await ask(page, RECORD)).length).toBeGreaterThan(20);

  await remove(page, RECORD);

  // Where the deployment lists sums, they are what counts.
  hub.mischief = (file) => (file === SHARD ? { type: "flip", at: 1000 } : undefined);
  expect(await install(page, REMOTE)).toContain("SHA-256");
  hub.mischief = () => undefined;
  expect(await install(page, REMOTE)).toBe("installed");
  await remove(page, REMOTE);
});

test(
  "the default model is the person's choice while it is there",
  { tag: "@long" },
  async ({ connectedPage: page }) => {
    expect(await page.evaluate(() => insitu.settings.get())).toEqual({
      defaultModel: "fixture-chat",
      engine: "auto",
    });
    await page.evaluate(() => insitu.settings.set({ defaultModel: "fixture-length", engine: "web-llm" }));
    await page.evaluate(() => insitu.load());
    const { host } = await page.evaluate(() => insitu.status());
    expect(host.model).toMatchObject({ id: "fixture-length", state: "ready" });

    // An embedded model can be removed, and a request installs it again.
    await remove(page, "fixture-length");
    expect(await stateOf(page, "fixture-length")).toEqual({ type: "not-installed" });
    expect((await page.evaluate(() => insitu.status())).host.model).toBeNull();
    expect((await ask(page, "fixture-length")).length).toBeGreaterThan(20);
    expect(await stateOf(page, "fixture-length")).toMatchObject({ type: "installed" });

    const gone = await page.evaluate(() => insitu.settings.set({ defaultModel: "no-such-model" }));
    expect(gone).toEqual({ defaultModel: "fixture-chat", engine: "web-llm" });
    await page.evaluate(() => insitu.settings.set({ defaultModel: "fixture-chat", engine: "auto" }));
  },
);
