/** Firefox, by WebDriver BiDi. */
import { existsSync, writeFileSync } from "node:fs";
import puppeteer, { type Page } from "puppeteer-core";
import { findProgram } from "../../../cli/programs.mjs";
import { type BrowserKind, type Need, pathOf } from "../browser-kind.ts";
import type { BrowserPage, TestBrowser } from "../browser-page.ts";
import { createPage } from "../create-page.ts";
import { WINDOW } from "./window.ts";

/** WebGPU on Linux, off by default in Firefox 153 ESR, in pages and workers, and on a software adapter. */
const PREFERENCES = {
  "dom.webgpu.enabled": true,
  "dom.webgpu.workers.enabled": true,
  "gfx.webgpu.ignore-blocklist": true,
};

const PROGRAM: Need = {
  what: "Firefox",
  debianPackage: "firefox-esr",
  find: () => findProgram(["firefox-esr", "firefox"]),
};

/** A Vulkan driver: Mesa's has a software adapter. */
const VULKAN: Need = {
  what: "a Vulkan driver",
  debianPackage: "mesa-vulkan-drivers",
  find: () => ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"].find((folder) => existsSync(folder)),
};

export const FIREFOX: BrowserKind = { name: "firefox", needs: [PROGRAM, VULKAN], launch };

async function launch(): Promise<TestBrowser> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: pathOf(PROGRAM),
    headless: true,
    args: [`--width=${WINDOW.width}`, `--height=${WINDOW.height}`],
    defaultViewport: null,
    extraPrefsFirefox: PREFERENCES,
    handleSIGINT: false,
    // The longest command is a load of the app: results of calls are asked for.
    protocolTimeout: 60_000,
  });
  return {
    name: "firefox",
    version: (await browser.version()).replace(/^firefox\//, ""),
    newPage: async () => pageOf(await browser.newPage()),
    close: () => browser.close(),
  };
}

function pageOf(page: Page): BrowserPage {
  return createPage({
    run: async (expression) => String(await page.evaluate(expression)),
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    screenshot: async (file) => writeFileSync(file, await page.screenshot()),
    close: () => page.close(),
  });
}
