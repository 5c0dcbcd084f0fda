/** The build that the end-to-end tests open: the fixture models in place of the catalogue's. */
import { join } from "node:path";
import { ensureBuild, ROOT } from "../../../cli/build.ts";
import { type RequestLog, startStaticServer } from "../../../cli/static-server.ts";

export const CONFIG = "tests/fixtures/insitu.config.json";
export const FIXTURE_MODELS = join(ROOT, "tests", "fixtures", "models");

export interface Site {
  /** Of the base, with a `/` at the end. */
  readonly url: string;
  readonly port: number;
  /** What reached the server, in order; tests may empty it. */
  readonly requests: RequestLog[];
  /** Stop serving, as for a machine that goes offline. */
  close(): Promise<void>;
}

export interface SiteOptions {
  /** The path that the app is served at; starts and ends with `/`. */
  readonly base?: string;
  readonly port?: number;
  readonly onProgress?: (text: string) => void;
}

/** Build for a base, unless that was done before. */
export async function buildSite({ base = "/", onProgress = () => {} }: SiteOptions = {}): Promise<string> {
  const outDir = `.cache/e2e-dist${base.replaceAll("/", "-").replace(/-$/, "")}`;
  return await ensureBuild({ config: CONFIG, base, outDir, onProgress });
}

/** Serve the app with the fixture models. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const { base = "/", port = 0 } = options;
  const requests: RequestLog[] = [];
  const server = await startStaticServer({
    root: await buildSite(options),
    base,
    port,
    mounts: [{ prefix: "/models/", folder: FIXTURE_MODELS }],
    onRequest: (request) => requests.push(request),
  });
  return { ...server, requests };
}
