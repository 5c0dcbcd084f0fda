/** Pages are cross-origin isolated, whatever headers the host can send, unless the deployment wants none of it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page, Worker } from "@playwright/test";
import * as z from "zod/mini";
import { ROOT } from "../../../cli/build.ts";
import { startStaticServer } from "../../../cli/static-server.ts";
import type { IsolatedPages } from "../../../src/config/cross-origin-isolation.ts";
import { connectPage, openConnectedPage } from "../../support/connected-page.ts";
import { inEngineWorker } from "../../support/engine-worker.ts";
import { CONFIG, startSite } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

/** The deployment of the fixtures with another choice. */
function configWith(pages: IsolatedPages): string {
  const config = z.looseObject({}).parse(JSON.parse(readFileSync(CONFIG, "utf8")));
  const file = join(ROOT, ".cache", `isolate-${pages}.config.json`);
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...config, cross_origin_isolation: pages }));
  return file;
}

const isIsolated = (page: Page) => page.evaluate(() => crossOriginIsolated);

/** In a connected page: the instance of the engine worker that gave a reply. */
async function answeringInstance(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    await client.chat.completions.create({
      model: "fixture-chat",
      messages: [{ role: "user", content: "Hello." }],
    });
    return (await insitu.status()).host.instance;
  });
}

async function startDedicatedWorker(page: Page, script: string): Promise<Worker> {
  const [worker] = await Promise.all([
    page.waitForEvent("worker"),
    page.evaluate((url) => void new Worker(url, { type: "module" }), script),
  ]);
  return worker;
}

/** Let a worker that `worker` starts count in the memory of both. */
async function countInNestedWorker(worker: Worker): Promise<number> {
  return await worker.evaluate(async () => {
    const memory = new SharedArrayBuffer(4);
    const nested = new Worker(`${location.href}?nested`, { type: "module" });
    await new Promise((resolve, reject) => {
      nested.addEventListener("message", resolve);
      nested.addEventListener("error", () => reject(new Error("The nested worker did not start.")));
      nested.postMessage(memory);
    });
    return Atomics.load(new Int32Array(memory), 0);
  });
}

test("a page is isolated at once if the host sends the headers, and its worker has shared memory and workers", async ({
  freshContext,
  site,
}) => {
  const app = await freshContext.newPage();
  await app.goto(site.url);
  expect(await isIsolated(app)).toBe(true);

  const page = await openConnectedPage(freshContext, site.url);
  expect(await isIsolated(page)).toBe(true);
  expect(await inEngineWorker(page, "String(crossOriginIsolated)")).toBe("false");
  await answeringInstance(page);
  // The build's only worker so far that a page may start as a dedicated one. Each of its instances holds a lock.
  const engineWorker = await inEngineWorker(page, "location.href");
  const worker = await startDedicatedWorker(page, engineWorker);
  const engineWorkers = () =>
    page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.filter(({ name = "" }) => /^insitu-(dedicated-)?host/.test(name)).length;
    });
  await expect.poll(engineWorkers).toBe(2);
  const abilities = await worker.evaluate(() => {
    trustedTypes?.createPolicy("default", { createScriptURL: (url) => url });
    void new Worker(location.href, { type: "module" });
    return [crossOriginIsolated, new SharedArrayBuffer(8).byteLength];
  });
  expect(abilities).toEqual([true, 8]);
  await expect.poll(engineWorkers).toBe(3);
});

test("a page is isolated from its second load on if the host cannot, and shares the engine with those that are not", async ({
  freshContext,
}) => {
  const foreign = await startStaticServer({ root: join(ROOT, "public") });
  const folder = mkdtempSync(join(tmpdir(), "insitu-isolation-"));
  const image = `<img src="${foreign.url}icons/icon-192.png" onload="this.id = 'shown'">`;
  writeFileSync(join(folder, "page.html"), `<!doctype html><meta charset="utf-8">${image}`);
  const site = await startSite({ headersFile: false, mounts: [{ prefix: "/own/", folder }] });

  const first = await openConnectedPage(freshContext, site.url);
  expect(await isIsolated(first)).toBe(false);
  const instance = await answeringInstance(first);
  const second = await openConnectedPage(freshContext, site.url);
  expect(await isIsolated(second)).toBe(true);
  expect(await answeringInstance(second)).toBe(instance);
  expect(await answeringInstance(first)).toBe(instance);
  const engineWorker = await inEngineWorker(second, "location.href");
  const worker = await startDedicatedWorker(second, engineWorker);
  expect(await worker.evaluate(() => crossOriginIsolated)).toBe(true);

  await connectPage(first, site.url);
  expect(await isIsolated(first)).toBe(true);
  // The build's page from the network, because the query is not that of a stored file.
  await second.goto(`${site.url}?from=mail`);
  expect(await isIsolated(second)).toBe(true);

  // A page that is not the build's stays as its host sent it.
  await second.goto(new URL("own/page.html", site.url).href);
  await expect(second.locator("#shown")).toBeAttached();
  expect(await second.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(await isIsolated(second)).toBe(false);
  await site.close();
  await foreign.close();
  rmSync(folder, { recursive: true });
});

test("no page is isolated if the deployment wants none", async ({ freshContext }) => {
  for (const headersFile of [true, false]) {
    const site = await startSite({ config: configWith("none"), headersFile });
    const page = await openConnectedPage(freshContext, site.url);
    expect(await isIsolated(page)).toBe(false);
    await connectPage(page, site.url);
    expect(await isIsolated(page)).toBe(false);
    await answeringInstance(page);
    await site.close();
  }
});

test("every page of the scope is isolated if the deployment wants that, and starts workers of its own", async ({
  freshContext,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "insitu-isolation-"));
  writeFileSync(join(folder, "page.html"), `<!doctype html><meta charset="utf-8"><title>Own page</title>`);
  writeFileSync(
    join(folder, "worker.js"),
    "onmessage = ({ data }) => { Atomics.add(new Int32Array(data), 0, 7); postMessage('counted'); };",
  );
  const site = await startSite({
    config: configWith("scope"),
    headersFile: false,
    mounts: [{ prefix: "/own/", folder }],
  });
  await openConnectedPage(freshContext, site.url);
  const page = await freshContext.newPage();
  await page.goto(new URL("own/page.html", site.url).href);
  expect(await isIsolated(page)).toBe(true);
  expect(await countInNestedWorker(await startDedicatedWorker(page, "./worker.js"))).toBe(7);
  await site.close();
  rmSync(folder, { recursive: true });
});
