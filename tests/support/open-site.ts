/** The served app and a browser, for commands that run outside Playwright's test runner. */
import type { BrowserContext } from "@playwright/test";
import { defineTsxHelper } from "../../cli/browser.ts";
import { type Site, startSite } from "./site.ts";
import { withBrowser } from "./with-browser.ts";

export interface OpenSite {
  readonly site: Site;
  readonly context: BrowserContext;
}

/** Open both, with an empty profile, and close them after `use`, even if it throws. */
export async function withOpenSite<Result>(use: (open: OpenSite) => Promise<Result>): Promise<Result> {
  const site = await startSite({ onProgress: (text) => process.stderr.write(`${text}\n`) });
  try {
    return await withBrowser(async (context) => {
      await defineTsxHelper(context);
      return await use({ site, context });
    });
  } finally {
    await site.close();
  }
}
