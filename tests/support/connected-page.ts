/** A page of the app's scope that is connected to the service by the public API. */
import type { BrowserContext, Page } from "@playwright/test";
import type { OpenAI } from "openai";
import { acrossReload } from "../../cli/browser.ts";
import { parseEngine } from "../../cli/engine-option.ts";
import type { Insitu, ModelProgress } from "../../src/index.ts";

declare global {
  /** In a connected page: the service. */
  var insitu: Insitu;
  /** In a connected page: the stock SDK with a new key. */
  var client: OpenAI;
  /** In a connected page: every progress that `onProgress` received. */
  var progress: ModelProgress[];
}

/** `INSITU_ENGINE=wllama npx playwright test …` has the tests answered by that engine. */
const FORCED_ENGINE = parseEngine(process.env["INSITU_ENGINE"]);

/**
 * Open `blank.html` of the site in `page` and connect; `insitu`, `client` and `progress` are globals there.
 *
 * @param engine the engine to select in the settings, if any
 */
export async function connectPage(page: Page, siteUrl: string, engine = FORCED_ENGINE): Promise<Page> {
  await page.goto(new URL("blank.html", siteUrl).href);
  await acrossReload(page, () => page.evaluate(connectHere));
  if (engine !== undefined) await page.evaluate((chosen) => insitu.settings.set({ engine: chosen }), engine);
  return page;
}

/** Open a new page of `context`, connect it, and load `model`, if there is one. */
export async function openConnectedPage(
  context: BrowserContext,
  siteUrl: string,
  model?: string,
): Promise<Page> {
  const page = await connectPage(await context.newPage(), siteUrl);
  if (model !== undefined) await page.evaluate((id) => insitu.load(id), model);
  return page;
}

export async function connectHere(): Promise<void> {
  // Typed as `string`, or the type checker would look for these files.
  const [entryUrl, sdkUrl]: readonly string[] = ["./insitu.js", "./openai.js"];
  const entry: typeof import("../../src/index.ts") = await import(
    new URL(`${entryUrl}`, document.baseURI).href
  );
  const sdk: typeof import("openai") = await import(new URL(`${sdkUrl}`, document.baseURI).href);
  globalThis.progress = [];
  globalThis.insitu = await entry.connect({ onProgress: (step) => globalThis.progress.push(step) });
  const { key } = await globalThis.insitu.createKey({ name: "end-to-end test" });
  globalThis.client = new sdk.OpenAI({
    baseURL: globalThis.insitu.baseURL,
    apiKey: key,
    fetch: globalThis.insitu.fetch,
    dangerouslyAllowBrowser: true,
    // Tests look at the first answer.
    maxRetries: 0,
  });
}
