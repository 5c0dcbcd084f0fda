// @ts-check
/**
 * Prepares a fresh clone: npm runs it before other commands (`preask`, `pretest`, …). Plain JavaScript without
 * packages, because it installs them. It writes only to stderr: stdout belongs to the command that follows.
 *
 *     node cli/setup.mjs [--browser]
 */
import { fileURLToPath } from "node:url";
import { aptInstall, isDebian, isRoot } from "./apt.mjs";
import { findChromium } from "./chromium.mjs";
import { missingPackages } from "./installed-packages.mjs";
import { runOnStderr } from "./run-on-stderr.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The `engines` field of package.json. */
const MIN_NODE = [20, 19];

try {
  checkNode(process.versions.node);
  installPackages();
  if (process.argv.includes("--browser")) await ensureChromium();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** @param {string} version */
function checkNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = MIN_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Error(
    `Node ${MIN_NODE.join(".")} or newer is needed, but this is ${version}: install a newer one.`,
  );
}

function installPackages() {
  if (missingPackages(ROOT).length === 0) return;
  console.error("Installing packages…");
  const npm = process.env["npm_execpath"];
  const [command, ...before] = npm ? [process.execPath, npm] : ["npm"];
  // Not `npm ci`, which refuses a lock file without the optional packages of other platforms, as a registry without
  // them produces. `npm install` also keeps to the versions and checksums of the lock file.
  // The command line wins over .npmrc, whose `loglevel=silent` would hide why an installation failed.
  const options = ["install", "--no-save", "--include=dev", "--loglevel=error"];
  const failure = runOnStderr(command, [...before, ...options], ROOT);
  if (failure) throw new Error(`The packages could not be installed: \`npm install\` ${failure}.`);
}

async function ensureChromium() {
  if (await findChromium()) return;
  const advice = "install Chromium or Google Chrome, or set CHROMIUM_PATH to one";
  if (!isDebian())
    throw new Error(`No browser was found: ${advice} (\`npx playwright install chromium\` also works).`);
  if (!isRoot()) {
    throw new Error(
      "No browser was found: run `sudo apt-get install chromium`, or set CHROMIUM_PATH to one.",
    );
  }
  console.error("Installing Chromium…");
  const failure = aptInstall(["chromium"]);
  if (failure)
    throw new Error(`No browser was found, and \`apt-get install chromium\` ${failure}: ${advice}.`);
  if (!(await findChromium()))
    throw new Error(`\`apt-get install chromium\` installed no usable browser: ${advice}.`);
}
