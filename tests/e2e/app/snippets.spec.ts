/** The code of the connect view, run as shown: bundled, served within the scope, answered by a model. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import * as z from "zod";
import { ROOT } from "../../../cli/build.ts";
import { startStaticServer } from "../../../cli/static-server.ts";
import { writePages } from "../../snippets/bundle.ts";
import { buildSite, fixtureMounts } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

const FOLDER = join(ROOT, ".cache", "snippets-e2e");

const completionSchema = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]),
});
const chunkSchema = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.optional(z.string()) }) })),
});

declare global {
  /** In a page of pasted code: the bodies of the service worker's responses. */
  var answers: Promise<string>[];
}

/** Keep a copy of the responses that the page's `fetch` gets from the service worker. */
function keepAnswers(): void {
  const { fetch } = globalThis;
  globalThis.answers = [];
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.url.endsWith("/v1/chat/completions")) answers.push(response.clone().text());
    return response;
  };
}

/** The text of the model's answer in a body, streamed or not. */
function textOf(body: string): string {
  if (body.trimStart().startsWith("{"))
    return completionSchema.parse(JSON.parse(body)).choices[0].message.content;
  return body
    .split("\n")
    .filter((line) => line.startsWith("data: ") && line !== "data: [DONE]")
    .flatMap((line) => chunkSchema.parse(JSON.parse(line.slice("data: ".length))).choices)
    .map(({ delta }) => delta.content ?? "")
    .join("");
}

/** The code of each SDK's tab, streamed and not, as the view shows it. */
async function shownCode(app: Page): Promise<Record<string, string>> {
  const code: Record<string, string> = {};
  for (const streaming of [true, false]) {
    await app.getByLabel("Stream the reply").setChecked(streaming);
    for (const tab of await app.getByRole("tab").all()) {
      await tab.click();
      const label = (await tab.textContent()) ?? "";
      const name = `${label.toLowerCase().replaceAll(/\W+/g, "-")}-${streaming ? "stream" : "whole"}`;
      code[name] = (await app.getByLabel(`Code for ${label}`).textContent()) ?? "";
    }
  }
  return code;
}

test("each SDK's code works as pasted, streamed and not", async ({ sharedContext, tab: app }) => {
  test.slow();
  const server = await startStaticServer({
    root: await buildSite(),
    mounts: [{ prefix: "/snippets/", folder: join(FOLDER, "pages") }, ...fixtureMounts()],
  });
  await app.goto(`${server.url}#/connect`);
  await expect(app.getByText(`${server.url}v1`, { exact: true })).toBeVisible();
  await app.getByRole("button", { name: "Create a key" }).click();
  await app.getByRole("textbox", { name: "Name" }).fill("Pasted");
  await app.getByRole("button", { name: "Create key" }).click();
  await app.getByLabel("Model").selectOption("fixture-chat");

  await app.getByRole("tab", { name: "OpenAI SDK" }).press("ArrowRight");
  await expect(app.getByRole("tab", { name: "AI SDK", exact: true })).toBeFocused();

  const code = await shownCode(app);
  expect(Object.keys(code)).toHaveLength(8);
  const isPlain = ([name]: [string, string]) => name.startsWith("fetch");
  const entries = Object.entries(code);
  await writePages(
    FOLDER,
    Object.fromEntries(entries.filter((entry) => !isPlain(entry))),
    Object.fromEntries(entries.filter(isPlain)),
  );

  for (const name of Object.keys(code)) {
    await test.step(name, async () => {
      const page = await sharedContext.newPage();
      const problems: string[] = [];
      const origins = new Set<string>();
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("request", (request) => origins.add(new URL(request.url()).origin));
      await page.addInitScript(keepAnswers);
      await page.goto(new URL(`snippets/${name}.html`, server.url).href);
      await page.waitForFunction(() => answers.length > 0);
      const bodies = await page.evaluate(() => Promise.all(answers));
      const answer = bodies.map(textOf).join("");
      expect(answer).not.toBe("");
      await expect(page.locator("body")).toHaveText(answer);
      expect(problems).toEqual([]);
      expect([...origins].filter((origin) => origin !== "null")).toEqual([new URL(server.url).origin]);
      await page.close();
    });
  }

  await app.goto(`${server.url}#/keys`);
  const row = app.getByRole("row").filter({ hasText: "Pasted" });
  await expect(row.getByRole("cell").first()).toHaveText("8");
  await server.close();
});
