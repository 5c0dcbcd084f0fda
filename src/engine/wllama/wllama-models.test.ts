import { expect, it } from "vitest";
import { readDeployment } from "../../../tools/vite/deployment.ts";
import { createCatalogue } from "../../models/catalogue.ts";
import { testDevice } from "../../models/testing/devices.ts";
import { testModel } from "../../models/testing/test-models.ts";
import { placeModel } from "./place-model.ts";
import { WLLAMA_MODELS } from "./wllama-models.ts";

const config = readDeployment("insitu.config.json");
const part = (path: string, bytes: number) => ({ path, bytes, sha256: "0".repeat(64) });
const model = testModel("m", {
  engines: {
    wllama: {
      base: "https://hub.test/",
      files: [part("m.gguf.part1", 5), { ...part("m.gguf.part2", 7), url: "https://mirror.test/2" }],
    },
  },
});

it("runs a model that has a GGUF, without a GPU", () => {
  const info = { base: "https://hub.test/", bytes: 12, memoryBytes: model.memory_bytes, gpu: null };
  expect(WLLAMA_MODELS.describe(model)).toEqual(info);
  expect(WLLAMA_MODELS.describe(testModel("other"))).toBeUndefined();
});

it("runs a model that takes images only with a projector", () => {
  const seeing = testModel("m", { ...model, input_modalities: ["text", "image"] });
  expect(WLLAMA_MODELS.describe(seeing)?.problem).toMatch(/no projector/);
  const { base, files } = seeing.engines.wllama ?? { base: "", files: [] };
  const projector = [part("mmproj.gguf.part1", 3), part("mmproj.gguf.part2", 4)];
  const whole = { ...seeing, engines: { wllama: { base, files, projector } } };
  expect(WLLAMA_MODELS.describe(whole)).toMatchObject({ bytes: 19, gpu: null });
  expect(WLLAMA_MODELS.describe(whole)?.problem).toBeUndefined();
  // The headers of both come first.
  expect(WLLAMA_MODELS.fileGroups(whole).map(({ files }) => files.map(({ path }) => path))).toEqual([
    ["m.gguf.part1", "mmproj.gguf.part1"],
    ["m.gguf.part2", "mmproj.gguf.part2"],
  ]);
});

it("places the parts in order, the one with the header first", () => {
  const [prompt, weights] = WLLAMA_MODELS.fileGroups(model);
  expect(prompt?.files).toMatchObject([
    { source: "https://hub.test/m.gguf.part1", key: expect.stringMatching(/\/m\/gguf\/m\.gguf\.part1$/) },
  ]);
  expect(weights?.files).toMatchObject([{ source: "https://mirror.test/2", bytes: 7 }]);
  expect(() => placeModel(testModel("other"))).toThrow("names no GGUF file");
});

it("lists the embedded model for a device without a GPU", async () => {
  const catalogue = createCatalogue({
    config,
    engines: [WLLAMA_MODELS],
    store: { listModelRows: () => Promise.resolve([]) },
    files: { isInstalled: (files) => Promise.resolve(files.length === 6) },
    describeDevice: () => Promise.resolve({ ...testDevice, gpu: null }),
    readPreference: () => Promise.resolve("auto"),
    scope: new URL("https://app.test/sub/"),
  });
  expect((await catalogue.entries())[0]).toMatchObject({
    id: "smollm2-135m-instruct",
    origin: "app.test",
    downloadBytes: 111633472,
    state: { type: "installed", bytes: 111633472 },
    fits: { type: "yes" },
  });
});
