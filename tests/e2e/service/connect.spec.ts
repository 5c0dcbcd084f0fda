/** `connect()` brings the page under control of the service worker, or says why it cannot; nothing leaks to the network. */
import type { Page } from "@playwright/test";
import { connectPage, openConnectedPage } from "../../support/connected-page.ts";
import { buildSite, fixtureMounts, startSite } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

/** Code and message of the error of `connect()` in `page`, from the given entry. */
async function connectError(page: Page, entryUrl: string): Promise<{ code: string; message: string }> {
  return await page.evaluate(async (url) => {
    const { connect, InsituError }: typeof import("../../../src/index.ts") = await import(url);
    try {
      await connect();
    } catch (error) {
      if (error instanceof InsituError) return { code: error.code, message: error.message };
      throw error;
    }
    return { code: "connected", message: "" };
  }, entryUrl);
}

test("works under a sub-path, and refuses a page outside of it", async ({ freshContext }) => {
  const site = await startSite({ base: "/app/" });
  const page = await openConnectedPage(freshContext, site.url);
  const [baseURL, text] = await page.evaluate(async () => {
    const { choices } = await client.chat.completions.create({
      model: "fixture-chat",
      messages: [{ role: "user", content: "Hello." }],
    });
    return [insitu.baseURL, choices[0]?.message.content];
  });
  expect(baseURL).toBe(new URL("v1", site.url).href);
  expect(text).not.toBe("");

  const outside = await freshContext.newPage();
  await outside.goto(new URL("/elsewhere.html", site.url).href);
  const { code, message } = await connectError(outside, new URL("insitu.js", site.url).href);
  expect(code).toBe("outside-scope");
  expect(message).toContain("/app/");
  await site.close();
});

/** Everything that is stored under names shared by all pages of the origin. */
interface SharedNames {
  readonly databases: readonly string[];
  /** The URLs of installed model files. */
  readonly models: readonly string[];
  /** The caches of the app's own files. */
  readonly precaches: readonly string[];
}

/** In a page: everything that the origin stores. */
async function sharedNames(): Promise<SharedNames> {
  const models = new Set<string>();
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys())
      if (url.includes(".invalid/")) models.add(url);
  }
  return {
    databases: (await indexedDB.databases()).map(({ name = "" }) => name).toSorted(),
    models: [...models].toSorted(),
    precaches: (await caches.keys()).filter((name) => name.includes("precache")).toSorted(),
  };
}

/** In a page: request a reply with a key. Gives the status. */
async function askWith(key: string): Promise<number> {
  const response = await insitu.fetch(`${insitu.baseURL}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "fixture-chat", messages: [{ role: "user", content: "Hello." }] }),
  });
  await response.text();
  return response.status;
}

test("two deployments on one origin share nothing, and one's end leaves the other", async ({
  freshContext,
}) => {
  const mounts = fixtureMounts().map(({ prefix, folder }) => ({ prefix: `/app${prefix}`, folder }));
  const site = await startSite({
    mounts: [...mounts, { prefix: "/app/", folder: await buildSite({ base: "/app/" }) }],
  });
  const appUrl = new URL("app/", site.url).href;
  const app = await openConnectedPage(freshContext, appUrl);
  const root = await openConnectedPage(freshContext, site.url);
  const makeKey = () => insitu.createKey({ name: "a" }).then(({ key }) => key);
  const [rootKey, appKey] = [await root.evaluate(makeKey), await app.evaluate(makeKey)];
  expect([await root.evaluate(askWith, rootKey), await app.evaluate(askWith, appKey)]).toEqual([200, 200]);
  expect([await root.evaluate(askWith, appKey), await app.evaluate(askWith, rootKey)]).toEqual([401, 401]);

  const instances = () => insitu.status().then(({ host, worker }) => [host.instance, worker.instance]);
  const [ofRoot, ofApp] = [await root.evaluate(instances), await app.evaluate(instances)];
  expect(new Set([...ofRoot, ...ofApp]).size).toBe(4);

  const both = await root.evaluate(sharedNames);
  expect(both.databases).toEqual(["insitu", "insitu@/app/"]);
  expect(both.precaches).toEqual([site.url, appUrl].map((scope) => `workbox-precache-v2-${scope}`));
  const modelsOf = (names: SharedNames, prefix: string) =>
    names.models.filter((url) => url.startsWith(prefix)).map((url) => url.slice(prefix.length));
  const rootModels = "https://models.insitu.invalid/";
  const appModels = "https://scoped.models.insitu.invalid/%2Fapp%2F/";
  expect(modelsOf(both, rootModels).length).toBeGreaterThan(0);
  expect(modelsOf(both, appModels)).toEqual(modelsOf(both, rootModels));

  // A page of the root deployment that does not respond must not delay the other deployment.
  await root.evaluate(() => {
    globalThis.asked = 0;
    navigator.serviceWorker.addEventListener("message", () => (globalThis.asked += 1));
  });
  await app.evaluate(async () => (await client.models.list()).data.length);
  expect(await root.evaluate(() => asked)).toBe(0);

  await app.evaluate(() => insitu.deleteAllData());
  const left = await root.evaluate(sharedNames);
  expect(left.databases).toEqual(["insitu"]);
  expect(left.models).toEqual(both.models.filter((url) => url.startsWith(rootModels)));
  expect(left.precaches).toEqual([`workbox-precache-v2-${site.url}`]);
  site.requests.length = 0;
  expect(await root.evaluate(askWith, rootKey)).toBe(200);
  expect(site.requests.filter(({ path }) => path.startsWith("/models/"))).toEqual([]);

  // The root's worker controls the page at first, and is not a foreign worker of the page's own scope.
  await connectPage(app, appUrl);
  expect(await app.evaluate(askWith, rootKey)).toBe(401);
  await site.close();
});

declare global {
  /** In a page: number of messages received from a service worker. */
  var asked: number;
}

test("leaves a foreign service worker of the scope alone", async ({ freshContext, site }) => {
  await freshContext.route("**/foreign-worker.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "onactivate = () => clients.claim();" }),
  );
  // The policy of our own pages would not let it register.
  await freshContext.route("**/foreign.html", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Foreign</title>" }),
  );
  const page = await freshContext.newPage();
  await page.goto(new URL("foreign.html", site.url).href);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/foreign-worker.js");
    await navigator.serviceWorker.ready;
  });
  const { code, message } = await connectError(page, "/insitu.js");
  expect(code).toBe("foreign-worker");
  expect(message).toContain("foreign-worker.js");
  const scripts = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.scriptURL),
  );
  expect(scripts).toEqual([new URL("foreign-worker.js", site.url).href]);
});

test("gets a shift-reloaded page controlled again", async ({ freshContext, site }) => {
  const page = await openConnectedPage(freshContext, site.url);
  const session = await freshContext.newCDPSession(page);
  await session.send("Page.enable");
  const loaded = page.waitForEvent("load");
  await session.send("Page.reload", { ignoreCache: true });
  await loaded;
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await connectPage(page, site.url);
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
});

test("its fetch sends nothing when the page is not controlled, nor to anywhere else", async ({
  freshContext,
  site,
}) => {
  const page = await openConnectedPage(freshContext, site.url);
  const codeOf = (url: string) =>
    page.evaluate(
      (target) =>
        insitu.fetch(target, { method: "POST", body: "secret" }).then(
          () => "sent",
          (error: { code: string }) => error.code,
        ),
      url,
    );
  expect(await codeOf("https://api.openai.com/v1/chat/completions")).toBe("outside-scope");
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
  });
  const other = await freshContext.newPage();
  await other.goto("about:blank");
  const session = await freshContext.newCDPSession(page);
  await session.send("Page.enable");
  const loaded = page.waitForEvent("load");
  await session.send("Page.reload", { ignoreCache: true });
  await loaded;
  site.requests.length = 0;
  const refused = await page.evaluate(async () => {
    const response = await fetch("/v1/models");
    return { status: response.status, type: response.headers.get("content-type") };
  });
  // Without the worker, a request reaches the host, which answers with an error and never with a page.
  expect(refused.status).toBe(404);
  expect(refused.type).toContain("application/json");
});
