/** `npm run screenshots`: pictures of each view at two widths in both themes, from the app with the embedded model. */
import { join } from "node:path";
import { temporaryProfile } from "./ask/profile.ts";
import { APP_HOST, appHostSwitch, defineTsxHelper, launchBrowser } from "./browser.ts";
import { ensureBuild, ROOT } from "./build.ts";
import { runCommand } from "./command-line.ts";
import { createProgress } from "./progress.ts";
import { capture, SIZES } from "./screenshots/capture.ts";
import { replaceFolder } from "./screenshots/replace-folder.ts";
import { SCENES } from "./screenshots/scenes.ts";
import { startStaticServer } from "./static-server.ts";

const FOLDER = join("docs", "screenshots");

const HELP = `Take new screenshots of the app for ${FOLDER}. They replace the old ones once all are taken.

  npm run screenshots -- [options]

  --help    print this
`;

const progress = createProgress(process.stderr);

async function main(): Promise<void> {
  await replaceFolder(join(ROOT, FOLDER), takePictures);
  progress.clear();
  console.log(`The pictures are in ${FOLDER}.`);
}

async function takePictures(folder: string): Promise<void> {
  const server = await startStaticServer({ root: await ensureBuild({ onProgress: progress.show }) });
  const profile = temporaryProfile();
  const context = await launchBrowser({
    profile: profile.folder,
    switches: [appHostSwitch(server.port)],
  });
  try {
    await defineTsxHelper(context);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`http://${APP_HOST}/`);
    for (const { view, prepare, from } of SCENES) {
      progress.show(`Taking pictures of the view "${view}"…`);
      await page.setViewportSize(SIZES[1]);
      await page.evaluate((hash) => void (location.hash = hash), `#/${view}`);
      await prepare(page);
      await capture(page, from, (width, theme) => join(folder, `${view}-${width}-${theme}.webp`));
    }
  } finally {
    await context.close();
    await server.close();
    profile.release();
  }
}

await runCommand({ name: "npm run screenshots", help: HELP, options: {}, beforeError: progress.clear }, main);
