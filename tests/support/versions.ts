/** A site that publishes new versions of its service worker. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Update } from "../../src/index.ts";
import { buildSite, type Site, startSite } from "./site.ts";

export interface VersionedSite extends Site {
  /** Replace the worker's build id `build` by `next`, which makes it a new version. */
  publish(build: string, next: string): void;
}

/** A page of any browser. */
interface AnyPage {
  evaluate<Result>(inPage: () => Result | Promise<Result>): Promise<Result>;
}

/** A copy of the build, without the embedded model. */
export async function startVersionedSite(): Promise<VersionedSite> {
  const root = mkdtempSync(join(tmpdir(), "insitu-update-"));
  const built = await buildSite();
  cpSync(built, root, { recursive: true, filter: (source) => source !== join(built, "models") });
  const site = await startSite({ root });
  const script = join(root, "sw.js");
  const original = readFileSync(script, "utf8");
  return {
    ...site,
    publish(build, next) {
      if (!original.includes(build))
        throw new Error(`The worker's script does not contain its build id ${build}.`);
      writeFileSync(script, original.replaceAll(build, next));
    },
    async close() {
      await site.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** Check for a new version, as the browser does at a navigation of `page`. */
export async function lookForUpdate(page: AnyPage): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
}

/** Build id of the worker that answers the connected page. */
export function buildOf(page: AnyPage): Promise<string> {
  return page.evaluate(async () => (await insitu.status()).worker.build);
}

declare global {
  /** In a page that listens for updates: all updates so far. */
  var updates: Update[];
}

/** In a connected page: connect again, with a listener for updates. */
export async function listenForUpdates(page: AnyPage): Promise<void> {
  await page.evaluate(async () => {
    const entry: string = "/insitu.js";
    const { connect }: typeof import("../../src/index.ts") = await import(entry);
    globalThis.updates = [];
    await connect({ onUpdate: (update) => globalThis.updates.push(update) });
  });
}

/** Apply the first update that `page` was told of, and store the outcome in its session storage. */
export async function applyFirstUpdate(page: AnyPage): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem("apply", "pending");
    globalThis.updates[0]?.apply().then(
      () => sessionStorage.setItem("apply", "applied"),
      (error: unknown) => sessionStorage.setItem("apply", String(error)),
    );
  });
}

/** Wait until `page` has been told of `count` updates. */
export async function updatesTold(page: Page, count: number): Promise<void> {
  await page.waitForFunction((count) => globalThis.updates.length === count, count);
}
