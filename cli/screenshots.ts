/** `npm run screenshots`: each view at two widths in both themes, of the real app with the embedded model. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryProfile } from "./ask/profile.ts";
import { launchBrowser } from "./browser.ts";
import { ensureBuild, ROOT } from "./build.ts";
import { createProgress } from "./progress.ts";
import { capture, SIZES } from "./screenshots/capture.ts";
import { SCENES } from "./screenshots/scenes.ts";
import { startStaticServer } from "./static-server.ts";

const FOLDER = join(ROOT, "docs", "screenshots");
/** What the pictures show as the app's address, whichever port it is served at. */
const HOST = "insitu.localhost";

async function main(): Promise<void> {
  const progress = createProgress(process.stderr);
  const server = await startStaticServer({ root: await ensureBuild({ onProgress: progress.show }) });
  const profile = temporaryProfile();
  const context = await launchBrowser({
    profile: profile.folder,
    switches: [`--host-resolver-rules=MAP ${HOST}:80 127.0.0.1:${server.port}`],
  });
  try {
    // tsx wraps functions in a helper that keeps their names; the page gets their source text, helper included.
    await context.addInitScript("globalThis.__name = (named) => named;");
    const page = context.pages()[0] ?? (await context.newPage());
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    await page.goto(`http://${HOST}/`);
    for (const { view, prepare, from } of SCENES) {
      progress.show(`Taking pictures of the view "${view}"…`);
      await page.setViewportSize(SIZES[1]);
      await page.evaluate((hash) => void (location.hash = hash), `#/${view}`);
      await prepare(page);
      await capture(page, from, (width, theme) => join(FOLDER, `${view}-${width}-${theme}.webp`));
    }
    progress.clear();
    console.log(`The pictures are in ${FOLDER}.`);
  } finally {
    await context.close();
    await server.close();
    profile.release();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
