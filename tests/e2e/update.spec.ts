/** An update waits for the person, and for every reply; then all pages of the app go on with the new version. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { acrossReload } from "../../cli/browser.ts";
import { connectPage } from "./support/connected-page.ts";
import { buildSite, startSite } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

/** In `blank.html`: connect again, with a listener for updates. */
async function listenForUpdates(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const entry: string = "/insitu.js";
    const { connect }: typeof import("../../src/index.ts") = await import(entry);
    await connect({
      onUpdate: (update) => {
        Reflect.set(globalThis, "update", update);
      },
    });
  });
}

const buildOf = (page: Page) => page.evaluate(async () => (await insitu.status()).worker.build);

test("a new version takes over between two replies, when it is told to", async ({ freshContext }) => {
  const root = mkdtempSync(join(tmpdir(), "insitu-update-"));
  const built = await buildSite();
  cpSync(built, root, { recursive: true, filter: (source) => source !== join(built, "models") });
  const site = await startSite({ root });
  const page = await connectPage(await freshContext.newPage(), site.url);
  const other = await connectPage(await freshContext.newPage(), site.url);
  await listenForUpdates(page);
  const build = await buildOf(page);

  // The same worker under another build id is another version.
  const script = join(root, "sw.js");
  const next = "0123456789ab";
  writeFileSync(script, readFileSync(script, "utf8").replaceAll(build, next));
  await other.evaluate(async () => {
    Reflect.set(globalThis, "reply", undefined);
    const stream = await client.chat.completions.create({
      model: "fixture-length",
      messages: [{ role: "user", content: "Go on." }],
      stream: true,
    });
    Reflect.set(globalThis, "readOn", async () => {
      let pieces = 0;
      for await (const chunk of stream) {
        pieces += 1;
        const reason = chunk.choices[0]?.finish_reason;
        if (typeof reason === "string") sessionStorage.setItem("finish", reason);
      }
      return pieces;
    });
  });
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.waitForFunction(() => "update" in globalThis);
  expect(await buildOf(page)).toBe(build);

  await page.evaluate(() => {
    const update: import("../../src/index.ts").Update = Reflect.get(globalThis, "update");
    void update.apply();
  });
  // A page that connects later hears of it too; and while the other page reads its reply, nothing happens.
  const late = await connectPage(await freshContext.newPage(), site.url);
  await listenForUpdates(late);
  await late.waitForFunction(() => "update" in globalThis);
  expect(await buildOf(late)).toBe(build);
  expect(await buildOf(page)).toBe(build);

  const reloaded = Promise.all([page, other, late].map((tab) => tab.waitForEvent("load")));
  // The page is reloaded at any time after the last chunk: what it saw is in its session.
  await acrossReload(other, () => other.evaluate(() => void Reflect.get(globalThis, "readOn")()));
  await reloaded;
  expect(await other.evaluate(() => sessionStorage.getItem("finish"))).toBe("length");
  for (const tab of [page, other]) {
    await connectPage(tab, site.url);
    expect(await buildOf(tab)).toBe(next);
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
  rmSync(root, { recursive: true });
});
