/** An update waits for the person and for every reply; then all pages of the app use the new version. */
import { acrossReload } from "../../../cli/browser.ts";
import { connectPage, openConnectedPage } from "../../support/connected-page.ts";
import { expect, test } from "../../support/test.ts";
import {
  applyFirstUpdate,
  buildOf,
  listenForUpdates,
  lookForUpdate,
  startVersionedSite,
  updatesTold,
} from "../../support/versions.ts";

test("the newest version takes over between two replies, when it is told to", async ({ freshContext }) => {
  const site = await startVersionedSite();
  const page = await openConnectedPage(freshContext, site.url);
  const other = await openConnectedPage(freshContext, site.url);
  await listenForUpdates(page);
  const build = await buildOf(page);
  const [second, third] = ["0123456789ab", "ba9876543210"] as const;

  await other.evaluate(async () => {
    const stream = await client.chat.completions.create({
      model: "fixture-length",
      messages: [{ role: "user", content: "Go on." }],
      stream: true,
    });
    Reflect.set(globalThis, "readOn", async () => {
      for await (const chunk of stream) {
        const reason = chunk.choices[0]?.finish_reason;
        if (typeof reason === "string") sessionStorage.setItem("finish", reason);
      }
    });
  });
  // Another tab finds the update, and this one is told.
  site.publish(build, second);
  await lookForUpdate(other);
  await updatesTold(page, 1);
  expect(await buildOf(page)).toBe(build);

  await applyFirstUpdate(page);
  // A page that connects later is told too; while the other page reads its reply, the update waits.
  const late = await openConnectedPage(freshContext, site.url);
  await listenForUpdates(late);
  await updatesTold(late, 1);
  expect(await buildOf(late)).toBe(build);

  // A still newer version replaces the waiting one: it is announced, and the update applies it.
  site.publish(build, third);
  await lookForUpdate(other);
  await updatesTold(page, 2);
  await updatesTold(late, 2);
  expect(await buildOf(page)).toBe(build);
  expect(await page.evaluate(() => sessionStorage.getItem("apply"))).toBe("pending");

  const reloaded = Promise.all([page, other, late].map((tab) => tab.waitForEvent("load")));
  // The page may reload at any time after the last chunk, so its record is in session storage.
  await acrossReload(other, () => other.evaluate(() => void Reflect.get(globalThis, "readOn")()));
  await reloaded;
  expect(await other.evaluate(() => sessionStorage.getItem("finish"))).toBe("length");
  for (const tab of [page, other]) {
    await connectPage(tab, site.url);
    expect(await buildOf(tab)).toBe(third);
  }
  const text = await page.evaluate(async () => {
    const { choices } = await client.chat.completions.create({
      model: "fixture-chat",
      messages: [{ role: "user", content: "Hello." }],
    });
    return choices[0]?.message.content;
  });
  expect(text).not.toBe("");
  await site.close();
});

test("replies that nobody reads hold no update up", async ({ freshContext }) => {
  const site = await startVersionedSite();
  const page = await openConnectedPage(freshContext, site.url);
  const other = await openConnectedPage(freshContext, site.url);
  await listenForUpdates(page);
  const build = await buildOf(page);
  const next = "0123456789ab";
  const held = async () => {
    const { held } = await page.evaluate(() => navigator.locks.query());
    return (held ?? []).filter(({ name }) => name?.startsWith("insitu-reply")).length;
  };

  await other.evaluate(async () => {
    const headers = { authorization: `Bearer ${client.apiKey}`, "content-type": "application/json" };
    const unread = [
      await insitu.fetch(`${insitu.baseURL}/chat/completions`, { method: "POST", headers, body: "{}" }),
      await insitu.fetch(`${insitu.baseURL}/models`, { headers }),
    ];
    // Keep references, so that they are not garbage-collected.
    Reflect.set(globalThis, "unread", unread);
  });
  await expect.poll(held).toBe(0);

  await other.evaluate(async () => {
    const response = await insitu.fetch(`${insitu.baseURL}/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${client.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({
        model: "fixture-length",
        messages: [{ role: "user", content: "Go on." }],
        stream: true,
      }),
    });
    Reflect.set(globalThis, "abandoned", response);
  });
  expect(await held()).toBe(1);
  await other.evaluate(() => void Reflect.deleteProperty(globalThis, "abandoned"));
  const session = await freshContext.newCDPSession(other);
  await expect
    .poll(async () => {
      await session.send("HeapProfiler.collectGarbage");
      return await held();
    })
    .toBe(0);

  site.publish(build, next);
  await lookForUpdate(other);
  await updatesTold(page, 1);
  const reloaded = Promise.all([page, other].map((tab) => tab.waitForEvent("load")));
  await applyFirstUpdate(page);
  await reloaded;
  await connectPage(page, site.url);
  expect(await buildOf(page)).toBe(next);
  await site.close();
});
