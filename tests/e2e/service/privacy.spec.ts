/** The proof of privacy: traffic by host, and an answer while all network requests are refused. */
import { createServer } from "node:http";
import { WIRE_VERSION } from "../../../src/wire/version.ts";
import { openConnectedPage } from "../../support/connected-page.ts";
import { fixtureBytes } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

test("what goes out is counted by host and bytes, without paths, and survives the service worker", async ({
  freshContext,
  site,
}) => {
  const elsewhere = createServer((_request, response) => {
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("0123456789");
  });
  await new Promise<void>((done) => elsewhere.listen(0, "127.0.0.1", done));
  const address = elsewhere.address();
  const port = typeof address === "object" ? address?.port : undefined;
  // A page of the scope without a policy.
  await freshContext.route("**/stranger.html", (route) =>
    route.fulfill({ contentType: "text/html", body: '<!doctype html><meta charset="utf-8">' }),
  );
  const page = await openConnectedPage(freshContext, site.url);
  await page.goto(new URL("stranger.html", site.url).href);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const own = new URL(site.url).host;
  const readLog = () =>
    page.evaluate(async () => {
      const entry: string = "/insitu.js";
      const { connect }: typeof import("../../../src/index.ts") = await import(entry);
      globalThis.insitu = await connect();
      return globalThis.insitu.outbound();
    });
  await expect
    .poll(async () => (await readLog()).find(({ host }) => host === own)?.bytesReceived)
    .toBeGreaterThan(100_000);
  const before = (await readLog()).find(({ host }) => host === own);

  const size = await page.evaluate(async (url) => {
    const own = await (await fetch("/models/fixture-chat/library.wasm", { cache: "no-store" })).arrayBuffer();
    const part = await fetch("/models/fixture-chat/library.wasm", {
      cache: "no-store",
      headers: { range: "bytes=0-99" },
    });
    const other = await (await fetch(`${url}/secret-path?secret-query`)).text();
    const opaque = await fetch(`${url}/x`, { mode: "no-cors" });
    await fetch("/upload", { method: "POST", body: "x".repeat(1234) });
    return [own.byteLength, part.status, (await part.arrayBuffer()).byteLength, other, opaque.type];
  }, `http://127.0.0.1:${port}`);
  const bytes = fixtureBytes("fixture-chat/library.wasm");
  expect(size).toEqual([bytes, 206, 100, "0123456789", "opaque"]);
  await expect
    .poll(async () => (await readLog()).find(({ host }) => host === own))
    .toMatchObject({ bytesReceived: expect.any(Number), bytesSent: 1234 });
  const after = (await readLog()).find(({ host }) => host === own);
  expect((after?.bytesReceived ?? 0) - (before?.bytesReceived ?? 0)).toBeGreaterThanOrEqual(bytes + 100);

  const session = await freshContext.newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  const log = await readLog();
  expect(log.find(({ host }) => host === own)).toMatchObject({ bytesSent: 1234, refused: 0 });
  // The worker's policy does not name that host, so the browser fetched by itself and the sizes are unknown.
  expect(log.find(({ host }) => host === `127.0.0.1:${port}`)).toMatchObject({
    requests: 2,
    bytesReceived: null,
    bytesSent: 0,
  });
  expect(JSON.stringify(log)).not.toContain("secret");
  elsewhere.close();
});

test("a question is answered while every request to the network is refused", async ({
  freshContext,
  site,
}) => {
  const page = await openConnectedPage(freshContext, site.url);
  const early = await page.evaluate(() => insitu.selfTest().catch((error: { code: string }) => error.code));
  expect(early).toBe("not-installed");
  await page.evaluate(() => insitu.load("fixture-chat"));

  // Meanwhile, another page of the scope keeps sending requests to the network.
  const other = await openConnectedPage(freshContext, site.url);
  await other.evaluate(() => {
    const outcomes: string[] = [];
    Reflect.set(globalThis, "outcomes", outcomes);
    const ask = () =>
      fetch(`/models/none?${outcomes.length}`, { cache: "no-store" }).then(
        () => outcomes.push("sent"),
        () => outcomes.push("refused"),
      );
    setInterval(() => void ask(), 100);
  });
  site.requests.length = 0;
  const keys = await page.evaluate(async () => (await insitu.listKeys()).length);
  const result = await page.evaluate(() => insitu.selfTest());
  expect(result).toMatchObject({ passed: true, networkRequests: 0 });
  expect(result.answer).not.toBe("");
  expect(result.refused).toBeGreaterThan(0);
  expect(site.requests.filter(({ path }) => path.includes("self-test"))).toEqual([]);
  expect(await page.evaluate(async () => (await insitu.listKeys()).length)).toBe(keys);
  const outcomes = () => other.evaluate((): string[] => Reflect.get(globalThis, "outcomes"));
  expect(await outcomes()).toContain("refused");
  // After the test, requests reach the network again.
  await expect.poll(async () => (await outcomes()).at(-1)).toBe("sent");
  const refused = () =>
    page.evaluate(async () => (await insitu.outbound()).reduce((sum, row) => sum + row.refused, 0));
  await expect.poll(refused).toBeGreaterThanOrEqual(result.refused);
});

test("a test whose page goes away refuses nothing any more", async ({ freshContext, site }) => {
  const page = await openConnectedPage(freshContext, site.url);
  const watcher = await openConnectedPage(freshContext, site.url);
  await page.evaluate(async (v) => {
    const { port1, port2 } = new MessageChannel();
    await new Promise<void>((resolve) => {
      void navigator.locks.request("dying-page", () => {
        resolve();
        return new Promise<never>(() => {});
      });
    });
    const refusing = new Promise((resolve) => (port1.onmessage = resolve));
    const message = { v, type: "refuse-outbound", lock: "dying-page" };
    navigator.serviceWorker.controller?.postMessage(message, [port2]);
    await refusing;
  }, WIRE_VERSION);
  const isOut = () =>
    watcher.evaluate(() =>
      fetch("/models/none", { cache: "no-store" }).then(
        ({ status }) => status === 404,
        () => false,
      ),
    );
  expect(await isOut()).toBe(false);
  await page.close();
  await expect.poll(isOut).toBe(true);
});

test("no key's text is kept anywhere", async ({ freshContext, site }) => {
  const page = await openConnectedPage(freshContext, site.url);
  const { key, kept, hash } = await page.evaluate(async () => {
    const made = await insitu.createKey({ name: "kept nowhere" });
    const authorization = `Bearer ${made.key}`;
    await insitu.fetch(`${insitu.baseURL}/models`, { headers: { authorization } });
    await insitu.fetch(`${insitu.baseURL}/nothing`, { headers: { authorization } });
    const kept: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error(`${name} cannot be opened`));
      });
      for (const table of database.objectStoreNames) {
        const rows = database.transaction(table).objectStore(table).getAll();
        await new Promise((resolve) => (rows.onsuccess = resolve));
        kept.push(`${name}/${table}: ${JSON.stringify(rows.result)}`);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) kept.push(url);
    }
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(made.key));
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return { key: made.key, kept: kept.join("\n"), hash };
  });
  // The searched storage is really the service's: it holds the key's hash and the log.
  expect(kept).toContain(hash);
  expect(kept).toContain("/v1/nothing");
  expect(kept).not.toContain(key);
});

test("the status tells the speed of the reply under way, and the log what was asked", async ({
  connectedPage,
}) => {
  const seen = await connectedPage.evaluate(async () => {
    let told = () => {};
    const speeds: (number | null)[] = [];
    const stop = insitu.observeStatus(({ worker }) => {
      speeds.push(worker.tokensPerSecond);
      told();
    });
    const stream = await client.chat.completions.create({
      model: "fixture-length",
      messages: [{ role: "user", content: "secret words" }],
      stream: true,
    });
    const until = async (wanted: () => boolean) => {
      while (!wanted()) await new Promise<void>((resolve) => (told = resolve));
    };
    // Read slowly until the status shows that a reply is under way.
    const chunks = stream[Symbol.asyncIterator]();
    for (let chunk = 0; chunk < 20; chunk += 1) await chunks.next();
    await until(() => speeds.some((speed) => speed !== null));
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next());
    await until(() => speeds.at(-1) === null);
    stop();
    return { speeds, log: await insitu.requestLog() };
  });
  expect(Math.max(...seen.speeds.map(Number))).toBeGreaterThan(0);
  expect(seen.log.at(-1)).toMatchObject({ method: "POST", path: "/v1/chat/completions", status: 200 });
  expect(seen.log.at(-1)?.completionTokens).toBeGreaterThan(20);
  expect(seen.log.at(-1)?.durationMs).toBeGreaterThan(0);
  expect(JSON.stringify(seen.log)).not.toContain("secret");
});
