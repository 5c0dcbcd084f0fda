/** Model files: fetched once, verified before every use, available without the server. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { connectPage, openConnectedPage } from "../../support/connected-page.ts";
import { endEngineWorker } from "../../support/engine-worker.ts";
import { FIXTURE_MODELS, startSite } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

const model = "fixture-chat";

async function reply(page: Page): Promise<string | null | undefined> {
  return await page.evaluate(
    async (id) =>
      (
        await client.chat.completions.create({
          model: id,
          temperature: 0,
          messages: [{ role: "user", content: "What is new?" }],
        })
      ).choices[0]?.message.content,
    model,
  );
}

/** Stop all workers of the browser, as a restart would, and connect again. */
async function restart(page: Page, siteUrl: string): Promise<void> {
  await page.goto("about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
  // The engine worker outlives its last page for a while, with the model in memory.
  await endEngineWorker(page);
  await connectPage(page, siteUrl);
}

test("a reload with the model cached asks the server for no model file", async ({ freshContext, site }) => {
  const page = await openConnectedPage(freshContext, site.url);
  const first = await reply(page);
  expect(site.requests.some(({ path }) => path.startsWith(`/models/${model}/`))).toBe(true);
  site.requests.length = 0;
  await restart(page, site.url);
  expect(await reply(page)).toBe(first);
  expect(site.requests.filter(({ path }) => path.startsWith("/models/"))).toEqual([]);
});

test(
  "once ready, the app loads and answers with the server stopped",
  { tag: "@long" },
  async ({ freshContext }) => {
    const site = await startSite();
    const page = await openConnectedPage(freshContext, site.url);
    await page.evaluate((id) => insitu.load(id), model);
    expect(await page.evaluate(async () => (await insitu.status()).state)).toBe("ready");
    const before = await reply(page);
    await site.close();
    await restart(page, site.url);
    expect(await reply(page)).toBe(before);
    await page.goto(site.url);
    await expect(page.getByRole("textbox")).toBeVisible();
  },
);

test("a flipped bit in a cached file is noticed, and the file fetched anew once", async ({
  freshContext,
  site,
}) => {
  const page = await openConnectedPage(freshContext, site.url);
  const first = await reply(page);
  await flipBitInCache(page, "params_shard_0.bin");
  site.requests.length = 0;
  await restart(page, site.url);
  expect(await reply(page)).toBe(first);
  expect(site.requests.filter(({ path }) => path.startsWith("/models/")).map(({ path }) => path)).toEqual([
    `/models/${model}/resolve/main/params_shard_0.bin`,
  ]);
});

test("a flipped bit on the server is a clear error that names the file, and nothing of it is kept", async ({
  freshContext,
}) => {
  const models = mkdtempSync(join(tmpdir(), "insitu-models-"));
  cpSync(FIXTURE_MODELS, models, { recursive: true });
  const shard = join(models, model, "resolve/main/params_shard_0.bin");
  const sound = readFileSync(shard);
  const damaged = Buffer.from(sound);
  damaged.writeUInt8(damaged.readUInt8(1000) ^ 1, 1000);
  writeFileSync(shard, damaged);
  const site = await startSite({ models });
  const page = await openConnectedPage(freshContext, site.url);
  const error = await page.evaluate(
    (id) =>
      insitu.load(id).then(
        () => "loaded",
        (problem: Error) => problem.message,
      ),
    model,
  );
  expect(error).toContain("params_shard_0.bin");
  expect(error).toContain("SHA-256");
  writeFileSync(shard, sound);
  await page.evaluate((id) => insitu.load(id), model);
  expect(await reply(page)).not.toBe("");
  await site.close();
  rmSync(models, { recursive: true });
});

async function flipBitInCache(page: Page, file: string): Promise<void> {
  const flipped = await page.evaluate(async (name) => {
    let count = 0;
    for (const cacheName of await caches.keys()) {
      const cache = await caches.open(cacheName);
      for (const request of await cache.keys()) {
        if (!request.url.includes(name)) continue;
        const response = await cache.match(request);
        if (response === undefined) continue;
        const bytes = new Uint8Array(await response.arrayBuffer());
        bytes[1000] = (bytes[1000] ?? 0) ^ 1;
        await cache.put(request, new Response(bytes, { headers: response.headers }));
        count += 1;
      }
    }
    return count;
  }, file);
  expect(flipped).toBe(1);
}
