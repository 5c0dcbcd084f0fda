/** The files of the engine for the CPU, which only some browsers need. */
import { connectPage } from "../../support/connected-page.ts";
import { ask } from "../../support/model-calls.ts";
import { startSite } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

test("fetches its WebAssembly at the first use, and answers offline afterwards", async ({ freshContext }) => {
  const site = await startSite();
  const fetched = () =>
    site.requests.filter(({ path }) => /^\/assets\/.*\.wasm$/.test(path)).map(({ path }) => path);
  const page = await connectPage(await freshContext.newPage(), site.url, "wllama");
  expect(fetched()).toEqual([]);

  const reply = await ask(page, "fixture-chat");
  expect(reply.length).toBeGreaterThan(20);
  const { host } = await page.evaluate(() => insitu.status());
  expect(host.engine).toMatchObject({ name: "wllama" });
  // One of the two builds.
  expect(fetched()).toHaveLength(1);

  await site.close();
  await page.close();
  const offline = await connectPage(await freshContext.newPage(), site.url, "wllama");
  expect(await ask(offline, "fixture-chat")).toBe(reply);
});
