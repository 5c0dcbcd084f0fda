/** `connect()`: it gets the page controlled, or says clearly why it cannot; nothing leaks to the network. */
import type { Page } from "@playwright/test";
import { connectPage } from "./support/connected-page.ts";
import { startSite } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

/** The code and message with which `connect()` of the given entry rejects in `page`. */
async function connectError(page: Page, entryUrl: string): Promise<{ code: string; message: string }> {
  return await page.evaluate(async (url) => {
    const { connect, InsituError }: typeof import("../../src/index.ts") = await import(url);
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
  const page = await connectPage(await freshContext.newPage(), site.url);
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

test("leaves a foreign service worker of the scope alone", async ({ freshContext, site }) => {
  await freshContext.route("**/foreign-worker.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "onactivate = () => clients.claim();" }),
  );
  // Our own pages would not let it register: they have a policy.
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
  const page = await connectPage(await freshContext.newPage(), site.url);
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
  const page = await connectPage(await freshContext.newPage(), site.url);
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
  // Without the worker a request does reach the host, which answers with an error and never with a page.
  expect(refused.status).toBe(404);
  expect(refused.type).toContain("application/json");
});
