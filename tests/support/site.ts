/** The build for the end-to-end tests: the embedded model and the fixture models. */
import { mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ensureBuild, ROOT } from "../../cli/build.ts";
import { type Mount, type RequestLog, startStaticServer } from "../../cli/static-server.ts";
import { fixtureGguf } from "../../tools/gguf/fixture/fixture-gguf.ts";
import { fixtureProjector } from "../../tools/gguf/fixture/fixture-projector.ts";

export const CONFIG = "tests/fixtures/insitu.config.json";
export const FIXTURE_MODELS = join(ROOT, "tests", "fixtures", "models");
const FIXTURE_IDS = ["fixture-chat", "fixture-length", "fixture-vision"];

/** Total size in bytes of files of the fixture models, such as `fixture-chat/library.wasm`. */
export function fixtureBytes(...files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(FIXTURE_MODELS, file)).size, 0);
}

/** Mounts of the fixture models, which are not part of the build. Makes their GGUF files. */
export function fixtureMounts(models: string = FIXTURE_MODELS): Mount[] {
  return [...ggufMounts(), ...shardMounts(models)];
}

function ggufMounts(): Mount[] {
  return FIXTURE_IDS.map((id) => ({ prefix: `/models/${id}/gguf/`, folder: writeGgufs(id) }));
}

function shardMounts(models: string): Mount[] {
  return FIXTURE_IDS.map((id) => ({
    prefix: `/models/${id}/`,
    folder: join(models, id),
  }));
}

/** @returns the folder of the files */
function writeGgufs(id: string): string {
  const folder = join(ROOT, ".cache", "fixture-models", id);
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of fixtureGgufs(id)) {
    // Several workers may make it at once, and one may be served already.
    const unfinished = join(folder, `${process.pid}.unfinished`);
    writeFileSync(unfinished, bytes);
    renameSync(unfinished, join(folder, name));
  }
  return folder;
}

/** The GGUF files of a fixture model by their names: the model's, and the projector of one that takes images. */
function fixtureGgufs(id: string): (readonly [name: string, bytes: Uint8Array])[] {
  const model = join(FIXTURE_MODELS, id);
  if (id !== "fixture-vision") {
    return [
      [`${id}.gguf`, fixtureGguf({ model, library: join(FIXTURE_MODELS, "fixture-chat"), halves: true })],
    ];
  }
  return [
    [`${id}.gguf`, fixtureGguf({ model, library: model })],
    ["mmproj.gguf", fixtureProjector(model)],
  ];
}

export interface Site {
  /** URL of the base, with a `/` at the end. */
  readonly url: string;
  readonly port: number;
  /** Requests that reached the server, in order; tests may clear it. */
  readonly requests: RequestLog[];
  /** Stop serving, as if the network were down. */
  close(): Promise<void>;
}

export interface SiteOptions {
  /** Path at which the app is served; starts and ends with `/`. */
  readonly base?: string;
  readonly port?: number;
  /** Folder of the fixture models, for a test that damages a copy. */
  readonly models?: string;
  /** Another deployment file. */
  readonly config?: string;
  /** Folder of a build to use instead of the one of `config` and `base`. */
  readonly root?: string;
  /** More folders, with precedence. */
  readonly mounts?: readonly Mount[];
  /** False: a host that cannot send the build's headers. */
  readonly headersFile?: boolean;
  readonly onProgress?: (text: string) => void;
}

/** Build for a base, unless the build is up to date. */
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
    headersFile: options.headersFile ?? true,
    onRequest: (request) => requests.push(request),
  });
  return { ...server, requests };
}
