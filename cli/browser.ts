/** The Chromium that `ask` and the end-to-end tests drive. */
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium } from "./chromium.mjs";

export interface BrowserOptions {
  /** Folder of the browser's profile. */
  readonly profile: string;
  /** Additional switches of Chromium. */
  readonly switches?: readonly string[];
}

/**
 * The path of a Chromium.
 *
 * @throws if there is none
 */
export async function requireChromium(): Promise<string> {
  const found = await findChromium();
  if (found !== undefined) return found;
  throw new Error("No browser was found: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.");
}

/**
 * Start Chromium without a window and with WebGPU, on a software adapter if there is no other.
 *
 * @throws if there is no browser, or it does not start
 */
export async function launchBrowser({ profile, switches = [] }: BrowserOptions): Promise<BrowserContext> {
  const args = [
    "--enable-unsafe-webgpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-quic",
  ];
  // Chromium's sandbox does not start as root.
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return await chromium.launchPersistentContext(profile, {
    executablePath: await requireChromium(),
    headless: true,
    args: [...args, ...switches],
    handleSIGINT: false,
  });
}

/** Playwright may report a reload as two changes of the page's context. */
const MAX_TRIES = 3;

/**
 * Run `inPage`, which calls `connect()`, and run it again after a reload: `connect()` may reload the page once, to
 * bring it under control of the service worker.
 */
export async function acrossReload<Result>(page: Page, inPage: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inPage();
    } catch (error) {
      const reloaded = error instanceof Error && error.message.includes("context was destroyed");
      if (!reloaded || tries === MAX_TRIES) throw error;
      await page.waitForLoadState();
    }
  }
}
