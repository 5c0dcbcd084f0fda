import type { BrowserContext } from "@playwright/test";
import { temporaryProfile } from "../../cli/ask/profile.ts";
import { type BrowserOptions, launchBrowser } from "../../cli/browser.ts";

/** Run `use` with a browser that has an empty profile, and close the browser even if `use` throws. */
export async function withBrowser<Result>(
  use: (context: BrowserContext) => Promise<Result>,
  options: Omit<BrowserOptions, "profile"> = {},
): Promise<Result> {
  const profile = temporaryProfile();
  try {
    const context = await launchBrowser({ profile: profile.folder, ...options });
    try {
      return await use(context);
    } finally {
      await context.close();
    }
  } finally {
    profile.release();
  }
}
