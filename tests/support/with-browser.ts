import type { BrowserContext } from "@playwright/test";
import { temporaryProfile } from "../../cli/ask/profile.ts";
import { launchBrowser } from "../../cli/browser.ts";

/** Run `use` with a browser that has an empty profile, and close the browser even if `use` throws. */
export async function withBrowser<Result>(
  use: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const profile = temporaryProfile();
  try {
    const context = await launchBrowser({ profile: profile.folder });
    try {
      return await use(context);
    } finally {
      await context.close();
    }
  } finally {
    profile.release();
  }
}
