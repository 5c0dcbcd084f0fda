import { expect, it } from "vitest";
import { modelsOnDevice, installableModels } from "./find-models.ts";
import { entry } from "../service/testing/entry.ts";

const entries = [
  entry("large", { memoryBytes: 9e9, name: "Large Llama", ownedBy: "Meta" }),
  entry("unknown", { memoryBytes: null }),
  entry("small", { memoryBytes: 3e8, name: "Small Qwen" }),
  entry("half", { memoryBytes: 1e9, fits: { type: "no", reason: "Its GPU lacks shader-f16." } }),
  entry("own", { memoryBytes: 5e9, source: "embedded" }),
  entry("installed", { state: { type: "installed", bytes: 5 } }),
  entry("broken", { state: { type: "failed", message: "Gone.", loadedBytes: 1, totalBytes: 2 } }),
];
const ids = (models: readonly { readonly id: string }[]) => models.map(({ id }) => id);
const all = { search: "", onlyFitting: false };

it("separates the models on the device from those that can be installed", () => {
  expect(ids(modelsOnDevice(entries))).toEqual(["installed", "broken"]);
  expect(ids(installableModels(entries, all))).toEqual(["own", "small", "half", "large", "unknown"]);
});

it("leaves out models that the device cannot run", () => {
  expect(ids(installableModels(entries, { ...all, onlyFitting: true }))).not.toContain("half");
});

it("finds words in any order in the name, id, maker and description", () => {
  expect(ids(installableModels(entries, { ...all, search: " meta  LLAMA" }))).toEqual(["large"]);
  expect(ids(installableModels(entries, { ...all, search: "qwen meta" }))).toEqual([]);
});
