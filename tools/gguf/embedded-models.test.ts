import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Config, configSchema } from "../../src/config/schema.ts";
import { convertGguf } from "./convert.ts";
import { prepareEmbeddedModels } from "./embedded-models.ts";
import { sumFile } from "./summed-file.ts";
import { makeWllamaFiles } from "./wllama-files.ts";
import { modelGguf, modelLibrary } from "./test-model.ts";
import { temporaryFolder } from "./test-gguf.ts";

const CONFIG = configSchema.parse(JSON.parse(readFileSync("insitu.config.json", "utf8")));
const ID = CONFIG.default_model;

/** A deployment with the tests' small model in place of the real one. */
async function deployment() {
  const root = temporaryFolder();
  const source = join(root, "public/models", ID);
  const made = join(root, "cache/models", ID);
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, "model.gguf"), modelGguf());
  writeFileSync(join(source, "library.json"), modelLibrary());
  writeFileSync(join(source, "library.wasm"), "a library");
  const files = await convertGguf({
    gguf: join(source, "model.gguf"),
    library: join(source, "library.json"),
    outDir: join(root, "expected"),
  });
  const engine = { base: `models/${ID}/`, library: await sumFile(source, "library.wasm"), files };
  const progress: string[] = [];
  const gguf = join(source, "model.gguf");
  const wllama = {
    base: `models/${ID}/`,
    files: await makeWllamaFiles({ gguf, outDir: join(root, "expected") }),
  };
  const prepare = (webLlm: typeof engine = engine) => prepareFor({ "web-llm": webLlm });
  const prepareFor = (engines: Engines) =>
    prepareEmbeddedModels({
      config: withEngines(engines),
      publicDir: join(root, "public"),
      cacheDir: join(root, "cache"),
      onProgress: (text) => progress.push(text),
    });
  return { source, made, engine, wllama, prepare, prepareFor, progress };
}

type Engines = Config["models"][number]["engines"];

function withEngines(engines: Engines): Config {
  return { ...CONFIG, models: CONFIG.models.map((model) => ({ ...model, engines })) };
}

describe("prepareEmbeddedModels", () => {
  it("makes the files once", async () => {
    const { made, prepare, progress } = await deployment();
    await prepare();
    const shard = join(made, "resolve/main/params_shard_0.bin");
    const { ino } = statSync(shard);
    await prepare();
    expect(statSync(shard).ino).toBe(ino);
    expect(progress).toHaveLength(1);
  });

  it("makes them anew when one is damaged or missing, or when an input has changed", async () => {
    const { source, made, prepare, progress } = await deployment();
    await prepare();
    const shard = join(made, "resolve/main/params_shard_0.bin");
    const bytes = readFileSync(shard);
    writeFileSync(shard, bytes.with(7, (bytes[7] ?? 0) ^ 1));
    await prepare();
    expect(readFileSync(shard)).toEqual(bytes);
    rmSync(join(made, "resolve/main/tokenizer.json"));
    await prepare();
    writeFileSync(join(source, "library.json"), `${modelLibrary()}\n`);
    await prepare();
    expect(progress).toHaveLength(4);
  });

  it("names the file that is not as the configuration says, and leaves nothing half made", async () => {
    const { made, engine, prepare } = await deployment();
    const wrong = engine.files.map((file) =>
      file.path.endsWith("tokenizer.json") ? { ...file, sha256: "0".repeat(64) } : file,
    );
    await expect(prepare({ ...engine, files: wrong })).rejects.toThrow(
      /^resolve\/main\/tokenizer\.json of .* the configuration says \d+ bytes, 0{64}\..*model-sums/,
    );
    await expect(prepare({ ...engine, files: engine.files.slice(1) })).rejects.toThrow(
      "does not list resolve/main/mlc-chat-config.json",
    );
    const missing = { path: "resolve/main/params_shard_1.bin", bytes: 1, sha256: "0".repeat(64) };
    await expect(prepare({ ...engine, files: [...engine.files, missing] })).rejects.toThrow(
      "lists resolve/main/params_shard_1.bin",
    );
    expect(() => statSync(made)).toThrow("ENOENT");
  });

  it("makes the files of every engine that the configuration lists", async () => {
    const { source, made, engine, wllama, prepareFor, progress } = await deployment();
    await prepareFor({ "web-llm": engine, wllama });
    expect(await sumFile(made, "gguf/model.gguf.part1")).toEqual(wllama.files[0]);
    expect(await sumFile(made, "resolve/main/tokenizer.json")).toEqual(engine.files[1]);
    await prepareFor({ "web-llm": engine, wllama });
    expect(progress).toHaveLength(1);
    rmSync(join(source, "library.json"));
    rmSync(join(source, "library.wasm"));
    await prepareFor({ wllama });
    expect(() => statSync(join(made, "resolve"))).toThrow("ENOENT");
  });

  it("checks the compiled library too", async () => {
    const { source, prepare } = await deployment();
    writeFileSync(join(source, "library.wasm"), "b library");
    await expect(prepare()).rejects.toThrow(/^library\.wasm of /);
  });

  it("wants one GGUF file, and leaves a model without any alone", async () => {
    const { source, prepare, progress } = await deployment();
    copyFileSync(join(source, "model.gguf"), join(source, "other.gguf"));
    await expect(prepare()).rejects.toThrow("holds several GGUF files");
    rmSync(join(source, "model.gguf"));
    rmSync(join(source, "other.gguf"));
    await prepare();
    expect(progress).toEqual([]);
  });

  it("finds the committed configuration to be true of the committed model", { timeout: 60_000 }, async () => {
    const cacheDir = temporaryFolder();
    await prepareEmbeddedModels({ config: CONFIG, publicDir: "public", cacheDir, onProgress: () => {} });
    expect(statSync(join(cacheDir, "models", ID, "resolve/main/params_shard_2.bin")).size).toBeGreaterThan(0);
  });
});
