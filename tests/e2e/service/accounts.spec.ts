/** Workspaces, keys, limits and usage, from a page through the public entry. */
import { openConnectedPage } from "../../support/connected-page.ts";
import { expect, test } from "../../support/test.ts";

test("a workspace's limits hold for its keys, and its usage counts what they did", async ({
  connectedPage,
}) => {
  const { statuses, retryAfter, usage, revoked } = await connectedPage.evaluate(async () => {
    const workspace = await insitu.createWorkspace({ name: "small" });
    await insitu.setLimits(workspace.id, { requestsPerMinute: 2, tokensPerMinute: 1000 });
    const { id, key } = await insitu.createKey({ name: "a", workspace: workspace.id });
    const list = () =>
      insitu.fetch(`${insitu.baseURL}/models`, { headers: { authorization: `Bearer ${key}` } });
    const responses = [await list(), await list(), await list()];
    const rows = await insitu.usage(workspace.id);
    await insitu.revokeKey(id);
    return {
      statuses: responses.map(({ status }) => status),
      retryAfter: responses[2]?.headers.get("retry-after"),
      usage: rows.map(({ requests }) => requests),
      revoked: (await list()).status,
    };
  });
  expect(statuses).toEqual([200, 200, 429]);
  expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(usage.reduce((sum, requests) => sum + requests, 0)).toBeGreaterThanOrEqual(2);
  expect(revoked).toBe(401);
});

test("delete all data leaves nothing behind", async ({ freshContext, site }) => {
  const page = await openConnectedPage(freshContext, site.url);
  const left = await page.evaluate(async () => {
    await insitu.load("fixture-chat");
    await insitu.deleteAllData();
    return {
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      registrations: (await navigator.serviceWorker.getRegistrations()).length,
    };
  });
  expect(left).toEqual({ caches: [], databases: [], registrations: 0 });
});
