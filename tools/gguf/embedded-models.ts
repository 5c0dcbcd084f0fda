import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Model, ModelFile } from "../../src/contract/model.ts";
import type { Config } from "../../src/config/schema.ts";
import { CONVERTER_VERSION, convertGguf } from "./convert.ts";
import { type FileSum, sumFile } from "./summed-file.ts";
import { makeWllamaFiles } from "./wllama-files.ts";

export interface EmbeddedModels {
  readonly config: Config;
  /** Folder with `models/<id>/`: a model's GGUF file, its compiled library and `library.json`. */
  readonly publicDir: string;
  /** Receives `models/<id>/` with the converted files, and `models-made-from/<id>` with the hash of their inputs. */
  readonly cacheDir: string;
  /** Receives one line about each long step. */
  readonly onProgress: (text: string) => void;
}

/**
 * Makes the files of each engine for every model of the deployment that has a GGUF file in `publicDir`, or reuses files
 * that were made from the same inputs. Models without a GGUF file are skipped.
 *
 * @throws if a file's length or checksum differs from the configuration, or a GGUF cannot be converted
 */
export async function prepareEmbeddedModels(options: EmbeddedModels): Promise<void> {
  for (const model of options.config.models) await prepareModel(model, options);
}

async function prepareModel(
  model: Model,
  { publicDir, cacheDir, onProgress }: EmbeddedModels,
): Promise<void> {
  const source = join(publicDir, "models", model.id);
  const gguf = await findGguf(source);
  const { "web-llm": webLlm, wllama } = model.engines;
  const listed = [...(webLlm?.files ?? []), ...(wllama?.files ?? [])];
  if (gguf === undefined || listed.length === 0) return;

  if (webLlm) checkSums(model.id, [webLlm.library], [await sumFile(source, webLlm.library.path)]);

  const made = join(cacheDir, "models", model.id);
  const stamp = join(cacheDir, "models-made-from", model.id);
  const inputs = await inputSums(source, webLlm ? [gguf, "library.json"] : [gguf]);
  if ((await readIfPresent(stamp)) === inputs && (await matches(made, listed))) return;

  onProgress(`Making the files of ${model.name} from its GGUF file…`);
  await rm(stamp, { force: true });
  const unfinished = join(cacheDir, `models-unfinished-${process.pid}`, model.id);
  try {
    const path = join(source, gguf);
    const library = join(source, "library.json");
    const files = [
      ...(webLlm ? await convertGguf({ gguf: path, library, outDir: unfinished }) : []),
      ...(wllama ? await makeWllamaFiles({ gguf: path, outDir: unfinished }) : []),
    ];
    checkSums(model.id, listed, files);
    await rm(made, { recursive: true, force: true });
    await mkdir(dirname(made), { recursive: true });
    await rename(unfinished, made);
  } finally {
    await rm(dirname(unfinished), { recursive: true, force: true });
  }
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, inputs);
}

/**
 * The one GGUF file in a model's folder, if there is one.
 *
 * @throws if there are several
 */
export async function findGguf(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  const [gguf, ...more] = names.filter((name) => name.endsWith(".gguf"));
  if (more.length > 0) throw new Error(`${folder} holds several GGUF files; there must be one.`);
  return gguf;
}

async function inputSums(folder: string, paths: readonly string[]): Promise<string> {
  const inputs = await Promise.all(paths.map((path) => sumFile(folder, path)));
  return JSON.stringify({ converter: CONVERTER_VERSION, inputs });
}

async function readIfPresent(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

async function matches(folder: string, listed: readonly ModelFile[]): Promise<boolean> {
  for (const { path, bytes, sha256 } of listed) {
    const found = await sumFile(folder, path).catch(() => undefined);
    if (found?.bytes !== bytes || found.sha256 !== sha256) return false;
  }
  return true;
}

function checkSums(id: string, listed: readonly ModelFile[], found: readonly FileSum[]): void {
  const advice = "`npm run model-sums` prints the right entries.";
  const byPath = new Map(found.map((file) => [file.path, file]));
  for (const { path, bytes, sha256 } of listed) {
    const file = byPath.get(path);
    if (!file)
      throw new Error(`The configuration lists ${path} for ${id}, but there is no such file. ${advice}`);
    if (file.bytes !== bytes || file.sha256 !== sha256) {
      const is = `${file.bytes} bytes with the SHA-256 sum ${file.sha256}`;
      throw new Error(
        `${path} of ${id} is ${is}; the configuration says ${bytes} bytes, ${sha256}. ${advice}`,
      );
    }
    byPath.delete(path);
  }
  const [unlisted] = byPath.keys();
  if (unlisted !== undefined)
    throw new Error(`The configuration does not list ${unlisted} for ${id}. ${advice}`);
}
