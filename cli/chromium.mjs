// @ts-check
/** Finds a Chromium on this machine. Plain JavaScript: `setup.mjs` runs it before any package is installed. */
import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

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
  return onPath(environment["PATH"] ?? "") ?? (await playwrights());
}

/** @param {string} path */
function onPath(path) {
  return NAMES.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name))).find(
    (file) => isProgram(file) && !isSnapStub(file),
  );
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

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Ubuntu's `chromium-browser` is a shell script that only refers to the snap, whose launcher cannot be driven from
 * outside its sandbox.
 *
 * @param {string} file
 */
function isSnapStub(file) {
  const target = realpathSync(file);
  if (target.startsWith("/snap/") || target.endsWith("/snap")) return true;
  const start = Buffer.alloc(4096);
  const handle = openSync(target, "r");
  try {
    const text = start.toString("latin1", 0, readSync(handle, start));
    return text.startsWith("#!") && /\bsnap (install|run)\b|\/snap\/bin\//.test(text);
  } finally {
    closeSync(handle);
  }
}
