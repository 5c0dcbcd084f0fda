/** The app with a browser of its own, for commands that Playwright's runner does not run. */
import type { BrowserContext } from "@playwright/test";
import { type Site, startSite } from "./site.ts";
import { withBrowser } from "./with-browser.ts";

export interface OpenSite {
  readonly site: Site;
  readonly context: BrowserContext;
}

/** Open it with an empty profile, and close it whatever comes of `use`. */
export async function withOpenSite<Result>(use: (open: OpenSite) => Promise<Result>): Promise<Result> {
  const site = await startSite({ onProgress: (text) => process.stderr.write(`${text}\n`) });
  try {
    return await withBrowser(async (context) => {
      // tsx names functions by a helper of its own, and a page gets a function's source text alone.
      await context.addInitScript("globalThis.__name = (value) => value");
      return await use({ site, context });
    });
  } finally {
    await site.close();
  }
}
