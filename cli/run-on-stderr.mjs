// @ts-check
import { spawnSync } from "node:child_process";

/**
 * Runs a program with everything it prints on stderr.
 *
 * @param {string} command
 * @param {readonly string[]} argv
 * @param {string} [folder] the folder in which it runs; default: the current one
 * @returns {string} the failure; "" if there is none
 */
export function runOnStderr(command, argv, folder = process.cwd()) {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { error, status, signal } = spawnSync(command, argv, {
    cwd: folder,
    env: environment,
    stdio: ["ignore", 2, 2],
  });
  if (error) return `could not be started (${error.message})`;
  if (signal) return `was ended by ${signal}`;
  return status === 0 ? "" : `failed with exit status ${status}, see above`;
}
