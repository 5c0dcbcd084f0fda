/** An engine of the tests, whose models are a header and a file of weights. It needs no GPU. */
import { md5 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Model, ModelFile } from "../../contract/model.ts";
import type { Config } from "../../config/schema.ts";
import { type CachedFile, type CacheLocation, modelFolder, totalSize } from "../cached-file.ts";
import type { EngineModels, ListedModel } from "../engine-models.ts";
import { testModel } from "./test-models.ts";

export const HEADER = "header.json";
export const WEIGHTS = "weights.gguf";

const CONTENT = {
  [HEADER]: new TextEncoder().encode('{"weights":"weights.gguf"}'),
  [WEIGHTS]: new Uint8Array(300_000).map((_, index) => index % 251),
};
const BASE = "https://hub.test/";

const fileOf = (path: keyof typeof CONTENT): ModelFile => ({
  path,
  bytes: CONTENT[path].length,
  sha256: bytesToHex(sha256(CONTENT[path])),
});

export const TEST_MODEL_BYTES = totalSize([fileOf(HEADER), fileOf(WEIGHTS)]);

/** The content of a model's file, for the test's host. */
export function testEngineContent(path: string): Uint8Array<ArrayBuffer> {
  if (path !== HEADER && path !== WEIGHTS) throw new Error(`The test engine has no file ${path}.`);
  return CONTENT[path];
}

/** `embedded`, `known` and `listed` are one model in each of the forms of the catalogue. */
export const testEngineConfig: Pick<Config, "models" | "catalogue"> = {
  models: [testModel("embedded")],
  catalogue: { models: [testModel("known")] },
};

const place = (id: string, path: string): CacheLocation => ({
  path,
  source: BASE + path,
  cacheName: "test-engine",
  key: modelFolder(id) + path,
});

/** @param isOwn true for the models that this engine runs */
export function createTestEngine(isOwn: (model: Model) => boolean = () => true): EngineModels {
  return {
    name: "wllama",
    describe: (model) =>
      isOwn(model)
        ? { base: BASE, bytes: TEST_MODEL_BYTES, memoryBytes: model.memory_bytes, gpu: null }
        : undefined,
    fileGroups({ id }) {
      const placed = (path: keyof typeof CONTENT): CachedFile => ({ ...fileOf(path), ...place(id, path) });
      return [
        { name: "header", files: [placed(HEADER)] },
        { name: "weights", files: [placed(WEIGHTS)] },
      ];
    },
    listModels: () => Promise.resolve([listedModel("listed")]),
  };
}

function listedModel(id: string): ListedModel {
  return {
    summary: {
      id,
      name: id,
      description: "",
      ownedBy: "test",
      license: null,
      contextLength: null,
      inputModalities: ["text"],
      memoryBytes: null,
    },
    base: BASE,
    gpu: null,
    async install(files) {
      const header = await files.obtain({ ...place(id, HEADER), bytes: null, md5: null });
      await files.read(place(id, HEADER));
      const weights = fileOf(WEIGHTS);
      await files.checkQuota([weights]);
      files.setTotalBytes(totalSize([header, weights]));
      await files.obtain({
        ...place(id, WEIGHTS),
        bytes: weights.bytes,
        md5: bytesToHex(md5(CONTENT[WEIGHTS])),
      });
      return testModel(id);
    },
  };
}
