/** The status view while other pages use the service. */
import { openConnectedPage } from "../../support/connected-page.ts";
import { expect, test } from "../../support/test.ts";

const QUESTION = "Say something that only this test says.";

test("shows what answers, how fast, what was called, and that nothing goes out", async ({
  tab,
  site,
  sharedContext,
}) => {
  const other = await openConnectedPage(sharedContext, site.url, "fixture-length");
  await tab.goto(`${site.url}#/status`);

  const now = tab.getByRole("region", { name: "Now" });
  await expect(now).toContainText("in software on the CPU, which is slow");
  await expect(now).toContainText("a shared worker: one model for all tabs");
  const { host, worker } = await other.evaluate(() => insitu.status());
  for (const text of [host.instance.slice(0, 8), host.engine.version, worker.build])
    await expect(now).toContainText(text);
  await expect(now).toContainText("fixture-length: ");

  // Three requests: one is answered, two wait, each for some seconds.
  const answers = other.evaluate(async (content) => {
    const request = { model: "fixture-length", messages: [{ role: "user" as const, content }] };
    return Promise.all(Array.from({ length: 3 }, () => client.chat.completions.create(request)));
  }, QUESTION);
  await expect(now).toContainText(/Speed[\d.]+ tokens\/sAnswering1Waiting[12]/);
  await answers;
  await expect(now).toContainText("Speed–Answering0Waiting0");

  await other.evaluate(() => client.models.retrieve("no-such-model").catch(() => {}));
  const log = tab.getByRole("region", { name: "Requests to the service" }).getByRole("row");
  await expect(log.nth(1)).toHaveText(/GET \/v1\/models\/no-such-model404\d+ ms–/);
  await expect(log.nth(2)).toHaveText(/POST \/v1\/chat\/completions200[\d.]+ m?s\d+/);
  await expect(tab.getByText(QUESTION)).toHaveCount(0);

  const proof = tab.getByRole("region", { name: "Proof of privacy" });
  await expect(proof).toContainText("Nothing has gone out since you opened this view");
  await other.evaluate(() => fetch("no-such-file").then((response) => response.text()));
  await expect(proof).toContainText(/1 request went out: \d+ bytes received, 0 bytes sent since/);
  await expect(
    proof.getByRole("row", { name: `${new URL(site.url).host} (this app's files)` }),
  ).toBeVisible();
  await other.close();
});

test("reads the page's policy, and answers a question while everything outbound is refused", async ({
  tab,
  site,
  sharedContext,
}) => {
  const other = await openConnectedPage(sharedContext, site.url);
  await other.evaluate(() => insitu.load());
  await other.close();
  await tab.goto(`${site.url}#/status`);
  const proof = tab.getByRole("region", { name: "Proof of privacy" });
  await proof.getByText(/this page may connect only to 'self'/).click();
  await expect(proof.getByText("default-src everything that no other line covers")).toBeVisible();

  const reached = site.requests.length;
  await proof.getByRole("button", { name: "Run the test" }).click();
  await expect(proof).toContainText("Passed: it was answered on this device.");
  await expect(proof).toContainText("What is the capital of France?");
  await expect(proof.locator(".answer")).not.toHaveText("(none)");
  await expect(proof).toContainText(/Refused[1-9]/);
  await expect(proof).toContainText("Went out0");
  // The browser checks for a new version of the worker by itself, which no service worker can intercept.
  const others = site.requests.slice(reached).filter(({ path }) => path !== "/sw.js");
  expect(others).toEqual([]);
});

test(
  "says that nothing is kept while the browser's storage is full, and answers all the same",
  { tag: "@long" },
  async ({ freshContext, site }) => {
    const other = await openConnectedPage(freshContext, site.url);
    const tab = await freshContext.newPage();
    await tab.goto(`${site.url}#/status`);
    const now = tab.getByRole("region", { name: "Now" });
    await expect(now).toContainText("Waiting0");
    const list = () =>
      other.evaluate(async () => {
        const { data, response } = await client.models.list().withResponse();
        return { models: data.data.length, unsaved: response.headers.get("x-insitu-unsaved") };
      });

    const session = await freshContext.newCDPSession(tab);
    const { origin } = new URL(site.url);
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
    // The browser checks the quota from time to time, not at each write.
    await expect
      .poll(list, { timeout: 60_000 })
      .toEqual({ models: expect.any(Number), unsaved: "limits, usage, log" });
    await expect(now.getByRole("alert")).toContainText("The browser's storage is full");

    await session.send("Storage.overrideQuotaForOrigin", { origin });
    await expect.poll(list, { timeout: 60_000 }).toMatchObject({ unsaved: null });
    await expect(now.getByRole("alert")).toHaveCount(0);
  },
);
