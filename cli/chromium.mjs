// @ts-check
/** Finds a Chromium on this machine. Plain JavaScript: `setup.mjs` runs it before any package is installed. */
import { findProgram, isProgram } from "./programs.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The path of a Chromium: `CHROMIUM_PATH`, else one on PATH, else Playwright's own download.
 *
 * @returns {Promise<string | undefined>} `undefined` if there is none
 * @throws if CHROMIUM_PATH does not name a program
 */
export async function findChromium(environment = process.env) {
  const named = environment["CHROMIUM_PATH"];
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which is not a program. Set it to a Chromium, or unset it.`);
  }
  return findProgram(NAMES, environment) ?? (await playwrights());
}

/** The browser that `npx playwright install chromium` put in its cache. */
async function playwrights() {
  try {
    const { chromium } = await import("@playwright/test");
    const file = chromium.executablePath();
    return isProgram(file) ? file : undefined;
  } catch {
    // Not installed yet, or no download for this platform.
    return undefined;
  }
}
