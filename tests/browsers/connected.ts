/** Pages that are connected to the service by the public API. */
import type { EnginePreference } from "../../src/contract/engine-name.ts";
import { connectHere } from "../support/connected-page.ts";
import { type BrowserPage, PageGoneError } from "./browser-page.ts";
import type { ScenarioContext } from "./scenario.ts";

/** Open `blank.html` of the site and connect; `insitu` and `client` are globals there. The engine is selected in the settings. */
export async function connectPage(
  page: BrowserPage,
  siteUrl: string,
  engine: EnginePreference,
): Promise<void> {
  await page.goto(new URL("blank.html", siteUrl).href);
  await acrossReload(() => page.evaluate(connectHere));
  await page.evaluate((selected) => insitu.settings.set({ engine: selected }), engine);
}

/** Open a new tab and connect it. */
export async function openConnectedPage(
  context: Pick<ScenarioContext, "newPage" | "site" | "engine">,
  siteUrl: string = context.site.url,
): Promise<BrowserPage> {
  const page = await context.newPage();
  await connectPage(page, siteUrl, context.engine);
  return page;
}

/** Run `inPage`, which calls `connect()`, once more if that has reloaded the page to bring it under control. */
async function acrossReload(inPage: () => Promise<void>): Promise<void> {
  try {
    await inPage();
  } catch (error) {
    if (!(error instanceof PageGoneError)) throw error;
    await inPage();
  }
}
