/** The app as `npm start` serves it: the deployment that is shipped. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../../cli/build.ts";

export interface ShippedSite {
  /** URL of the base, with a `/` at the end. */
  readonly url: string;
  /** Stop serving, as if the network were down. */
  close(): Promise<void>;
}

/** @throws with what the command printed, if it does not serve the app */
export async function startShippedSite(): Promise<ShippedSite> {
  const options = ["--import", "tsx", join("cli", "start.ts"), "--port", "0"];
  const child = spawn(process.execPath, options, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  const printed: string[] = [];
  const url = new Promise<string>((found) => {
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on("line", (line) => {
        printed.push(line);
        const [address] = /http:\S+/.exec(line) ?? [];
        if (address !== undefined) found(address);
      });
    }
  });
  const failed = ended.then(() => Promise.reject(new Error(`npm start failed:\n${printed.join("\n")}`)));
  failed.catch(() => {});
  return {
    url: await Promise.race([url, failed]),
    async close() {
      child.kill();
      await ended;
    },
  };
}
