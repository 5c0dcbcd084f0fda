/** The build that the end-to-end tests open: the fixture models beside the embedded one. */
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { ensureBuild, ROOT } from "../../cli/build.ts";
import { type Mount, type RequestLog, startStaticServer } from "../../cli/static-server.ts";

export const CONFIG = "tests/fixtures/insitu.config.json";
export const FIXTURE_MODELS = join(ROOT, "tests", "fixtures", "models");

/** What files of the fixture models, such as `fixture-chat/library.wasm`, have together. */
export function fixtureBytes(...files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(FIXTURE_MODELS, file)).size, 0);
}

/** The embedded model's files are in the build; the fixtures' are not. */
export function fixtureMounts(models: string = FIXTURE_MODELS): Mount[] {
  return ["fixture-chat", "fixture-length", "fixture-vision"].map((id) => ({
    prefix: `/models/${id}/`,
    folder: join(models, id),
  }));
}

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
  /** Where the fixture models are, for a test that damages a copy. */
  readonly models?: string;
  /** Another deployment file. */
  readonly config?: string;
  /** Another build than the one that `config` and `base` give. */
  readonly root?: string;
  /** Further folders, looked at first. */
  readonly mounts?: readonly Mount[];
  readonly onProgress?: (text: string) => void;
}

/** Build for a base, unless that was done before. */
export async function buildSite({
  base = "/",
  config = CONFIG,
  onProgress = () => {},
}: SiteOptions = {}): Promise<string> {
  const name = config === CONFIG ? "" : `-${basename(config, ".config.json")}`;
  const outDir = `.cache/e2e-dist${base.replaceAll("/", "-").replace(/-$/, "")}${name}`;
  return await ensureBuild({ config, base, outDir, onProgress });
}

/** Serve the app with the fixture models. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const { base = "/", port = 0 } = options;
  const requests: RequestLog[] = [];
  const server = await startStaticServer({
    root: options.root ?? (await buildSite(options)),
    base,
    port,
    mounts: [...(options.mounts ?? []), ...fixtureMounts(options.models)],
    onRequest: (request) => requests.push(request),
  });
  return { ...server, requests };
}
