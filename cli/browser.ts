/** The Chromium that `ask` and the end-to-end tests drive. */
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium } from "./chromium.mjs";

export interface BrowserOptions {
  /** Folder of the browser's profile. */
  readonly profile: string;
  /** Additional switches of Chromium. */
  readonly switches?: readonly string[];
  /** Switches that Playwright adds, and that are left out. */
  readonly withoutSwitches?: readonly string[];
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
export async function launchBrowser({
  profile,
  switches = [],
  withoutSwitches = [],
}: BrowserOptions): Promise<BrowserContext> {
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
    ignoreDefaultArgs: [...withoutSwitches],
    handleSIGINT: false,
  });
}

/**
 * Host of the app's address, the same in every run although the port is not: what the browser stores, such as the
 * installed model, belongs to an origin. Names below `localhost` count as secure.
 */
export const APP_HOST = "insitu.localhost";

/** A switch of Chromium that resolves `http://${APP_HOST}/` to a port of this machine. */
export function appHostSwitch(port: number): string {
  return `--host-resolver-rules=MAP ${APP_HOST}:80 127.0.0.1:${port}`;
}

/** Let pages run functions of this process: tsx wraps them in a helper, which a page does not have. */
export async function defineTsxHelper(context: BrowserContext): Promise<void> {
  await context.addInitScript("globalThis.__name = (named) => named;");
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
