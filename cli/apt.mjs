// @ts-check
/** Debian's packages. Plain JavaScript: `setup.mjs` needs it before any package of npm is installed. */
import { existsSync, readFileSync } from "node:fs";
import { runOnStderr } from "./run-on-stderr.mjs";

/** True on Debian. Ubuntu's packages of browsers are stubs for the snap, which cannot be driven from here. */
export function isDebian() {
  if (!existsSync("/etc/os-release")) return false;
  return /^ID="?debian"?$/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** True if this process may install packages of the system. */
export function isRoot() {
  return process.getuid?.() === 0;
}

/**
 * Installs packages, without those that they only recommend.
 *
 * @param {readonly string[]} packages
 * @returns {string} the failure; "" if there is none
 */
export function aptInstall(packages) {
  return (
    runOnStderr("apt-get", ["update", "-q"]) ||
    runOnStderr("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...packages])
  );
}
