import type { ChatCompletionChunk } from "openai/resources";
import type { BrowserContext, Page } from "@playwright/test";
import { acrossReload, APP_HOST, appHostSwitch, defineTsxHelper, launchBrowser } from "../browser.ts";
import type { Progress } from "../progress.ts";
import { startStaticServer, type StaticServer } from "../static-server.ts";
import { askInPage, type Outcome, type PageEvent, type Question } from "./in-page.ts";
import { type Profile, takeProfile } from "./profile.ts";

export interface InBrowserOptions {
  /** Folder of the build. */
  readonly root: string;
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly onProgress: Progress["show"];
  readonly onChunk: (chunk: ChatCompletionChunk) => void;
}

/**
 * Serve the build, open one of its pages in Chromium, and ask there.
 *
 * @throws if there is no browser, it crashes, or `signal` aborts; everything is closed in any case
 */
export async function askInBrowser({ root, signal, ...options }: InBrowserOptions): Promise<Outcome> {
  signal.throwIfAborted();
  const profile = takeProfile();
  const opened: { server?: StaticServer; context?: BrowserContext } = {};
  const aborted = new Promise<never>((_, fail) => {
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
  });
  try {
    return await Promise.race([open(root, profile, options, opened), aborted]);
  } catch (error) {
    throw signal.aborted ? error : readable(error);
  } finally {
    await opened.context?.close().catch(() => {});
    await opened.server?.close();
    profile.release();
  }
}

async function open(
  root: string,
  profile: Profile,
  { question, onProgress, onChunk }: Omit<InBrowserOptions, "root" | "signal">,
  opened: { server?: StaticServer; context?: BrowserContext },
): Promise<Outcome> {
  onProgress("Starting the browser…");
  const server = (opened.server = await startStaticServer({ root }));
  const context = (opened.context = await launchBrowser({
    profile: profile.folder,
    switches: [appHostSwitch(server.port)],
  }));
  const page = context.pages()[0] ?? (await context.newPage());
  await page.exposeFunction("insituEmit", (event: PageEvent) => {
    if (event.type === "chunk") onChunk(event.chunk);
    else if (event.progress.state !== "ready") onProgress(event.progress.text, event.progress.fraction);
  });
  await defineTsxHelper(context);
  await forgetWorker(context, page);
  await page.goto(`http://${APP_HOST}/blank.html`);
  return await acrossReload(page, () => page.evaluate(askInPage, question));
}

/** Remove the service worker of an older build from the profile; its models stay. */
async function forgetWorker(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", {
    origin: `http://${APP_HOST}`,
    storageTypes: "service_workers",
  });
  await session.detach();
}

/** The reason alone: Playwright's errors start with the call and end with a log. */
function readable(error: unknown): Error {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return new Error(line.replace(/^\w+\.\w+: /, ""), { cause: error });
}
