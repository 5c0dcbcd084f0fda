/** WebKitGTK's MiniBrowser, by WebDriver, on a virtual screen. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod/mini";
import { findProgram, isProgram } from "../../../cli/programs.mjs";
import { type BrowserKind, type Need, pathOf } from "../browser-kind.ts";
import type { BrowserPage, TestBrowser } from "../browser-page.ts";
import { createPage } from "../create-page.ts";
import { freePort, start, startScreen } from "./processes.ts";
import { openSession, type WebDriverSession } from "./webdriver.ts";

const START_TIMEOUT_MS = 20_000;
/** Enter in WebDriver's alphabet of keys. */
const ENTER = "\uE007";

const DRIVER: Need = {
  what: "WebKitWebDriver",
  debianPackage: "webkit2gtk-driver",
  find: () => findProgram(["WebKitWebDriver"]),
};
const SCREEN: Need = { what: "Xvfb", debianPackage: "xvfb", find: () => findProgram(["Xvfb"]) };
/** It is not on PATH. Debian has it below a folder of the machine's architecture, Fedora below `libexec`. */
const BROWSER: Need = {
  what: "MiniBrowser of WebKitGTK",
  debianPackage: "libwebkit2gtk-4.1-0",
  find: () =>
    ["/usr/lib", "/usr/libexec", ...["x86_64", "aarch64"].map((name) => `/usr/lib/${name}-linux-gnu`)]
      .flatMap((folder) => ["webkit2gtk-4.1", "webkitgtk-6.0"].map((api) => join(folder, api, "MiniBrowser")))
      .find(isProgram),
};

export const WEBKIT: BrowserKind = { name: "webkit", needs: [DRIVER, SCREEN, BROWSER], launch };

async function launch(): Promise<TestBrowser> {
  const browser = pathOf(BROWSER);
  const home = mkdtempSync(join(tmpdir(), "insitu-webkit-"));
  const display = await startScreen(pathOf(SCREEN));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { ...process.env, DISPLAY: display.display, GDK_BACKEND: "x11", ...foldersIn(home) };
  const driving = start(pathOf(DRIVER), [`--port=${port}`], environment);
  const stop = async () => {
    await driving.stop();
    await display.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await untilReady(url);
    const session = await openSession(url, {
      "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
    });
    return browserOf(session, await session.send("GET", "window", z.string()), stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Settings and data in a folder of this run. */
function foldersIn(home: string): NodeJS.ProcessEnv {
  return { HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
}

async function untilReady(driver: string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      if ((await fetch(`${driver}/status`)).ok) return;
    } catch (error) {
      // It does not listen yet.
      if (Date.now() > end) throw error;
    }
    await delay(50);
  }
}

const windowSchema = z.object({ handle: z.string() });

/** @param first the session's first window, which stays: the browser ends with its last one */
function browserOf(session: WebDriverSession, first: string, stop: () => Promise<void>): TestBrowser {
  // Each command is for the current window: the choice of a window and the command must not be separated.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
  const inWindow = <Result>(handle: string, task: () => Promise<Result>): Promise<Result> =>
    inTurn(async () => {
      await session.send("POST", "window", z.null(), { handle });
      return await task();
    });
  return {
    name: "webkit",
    version: session.browserVersion,
    async newPage() {
      // A window, because a tab that is not the active one is hidden, and cannot be pictured.
      const { handle } = await inWindow(first, () =>
        session.send("POST", "window/new", windowSchema, { type: "window" }),
      );
      return pageOf(session, (task) => inWindow(handle, task));
    },
    async close() {
      await session.close().catch(() => {});
      await stop();
    },
  };
}

/** @param inWindow run a task while the page's window is the current one */
function pageOf(
  session: WebDriverSession,
  inWindow: <Result>(task: () => Promise<Result>) => Promise<Result>,
): BrowserPage {
  const post = (command: string, body: object) => session.send("POST", command, z.unknown(), body);
  return createPage({
    run: (expression) =>
      inWindow(() =>
        session.send("POST", "execute/sync", z.string(), { script: `return ${expression};`, args: [] }),
      ),
    goto: (url) => inWindow(async () => void (await post("url", { url }))),
    reload: () => inWindow(async () => void (await post("refresh", {}))),
    click: (selector) =>
      inWindow(async () => void (await post(`element/${await session.find(selector)}/click`, {}))),
    type: (selector, text) =>
      inWindow(async () => {
        const keys = text.replaceAll("\n", ENTER);
        await post(`element/${await session.find(selector)}/value`, { text: keys });
      }),
    screenshot: (file) =>
      inWindow(async () => {
        const picture = await session.send("GET", "screenshot", z.string());
        writeFileSync(file, Buffer.from(picture, "base64"));
      }),
    close: () => inWindow(async () => void (await session.send("DELETE", "window", z.unknown()))),
  });
}
