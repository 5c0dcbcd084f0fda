/** The examples of the public types run as they are printed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { acrossReload } from "../../../cli/browser.ts";
import { connectPage } from "../../support/connected-page.ts";
import { asExpression, docExamples } from "../../support/doc-examples.ts";
import { buildSite } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";
import { buildOf, lookForUpdate, startVersionedSite } from "../../support/versions.ts";

const PRINTING = ["connect", "createKey", "install"];

async function example(name: string): Promise<string> {
  const types = readFileSync(join(await buildSite(), "insitu.d.ts"), "utf8");
  return asExpression(docExamples(types).get(name) ?? `throw new Error("No example of ${name}.")`);
}

/** @returns what the example printed */
async function run(page: Page, name: string): Promise<string[]> {
  const printed: string[] = [];
  page.on("console", (message) => printed.push(message.text()));
  const code = await example(name);
  await acrossReload(page, () => page.evaluate(code));
  return printed;
}

for (const name of PRINTING) {
  test(`the example of ${name}`, async ({ tab, site }) => {
    await tab.goto(new URL("blank.html", site.url).href);
    expect((await run(tab, name)).join("\n")).toMatch(/\S/);
  });
}

test("the example of onUpdate", async ({ freshContext }) => {
  const site = await startVersionedSite();
  const page = await connectPage(await freshContext.newPage(), site.url);
  const build = await buildOf(page);
  const next = "0123456789ab";
  const questions: string[] = [];
  page.on("dialog", async (dialog) => {
    questions.push(dialog.message());
    await dialog.accept();
  });
  await run(page, "onUpdate");
  const reloaded = page.waitForEvent("load");
  site.publish(build, next);
  await lookForUpdate(page);
  await reloaded;
  expect(questions).toHaveLength(1);
  await connectPage(page, site.url);
  expect(await buildOf(page)).toBe(next);
  await site.close();
});

test("every example is run", async () => {
  const types = readFileSync(join(await buildSite(), "insitu.d.ts"), "utf8");
  expect([...docExamples(types).keys()].sort()).toEqual([...PRINTING, "onUpdate"].sort());
});
