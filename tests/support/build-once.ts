import { buildSite } from "./site.ts";

/** Build before the first test, so that no test's timeout includes a build. */
export default async function buildOnce(): Promise<void> {
  await buildSite({ onProgress: (text) => process.stderr.write(`${text}\n`) });
}
