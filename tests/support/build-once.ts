import { buildSite } from "./site.ts";

/** Before the first test, so that no test's time limit counts a build. */
export default async function buildOnce(): Promise<void> {
  await buildSite({ onProgress: (text) => process.stderr.write(`${text}\n`) });
}
