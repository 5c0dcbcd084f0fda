import { expect, it } from "vitest";
import type { FileSummary } from "../../index.ts";
import { sortFiles } from "./sort-files.ts";

const [model, other, projector, another] = ["llama", "gemma3", "clip", "clip"].map(
  (architecture) => new File([architecture], "a.gguf"),
);
const examine = async (file: File): Promise<FileSummary> => ({
  name: "A",
  architecture: await file.text(),
  parameters: 1,
  quantization: "F32",
  contextLength: 1,
  trainedContextLength: null,
  license: null,
  chosenTemplate: null,
  inputModalities: ["text"],
  bytes: 1,
  memoryBytes: 1,
  problem: null,
});
if (!model || !other || !projector || !another) throw new Error("files are missing");

it("takes one file for the model", async () => {
  expect(await sortFiles([projector], examine)).toEqual({ model: projector });
});

it.each([[[model, projector]], [[projector, model]]])("finds the projector of two (%#)", async (files) => {
  const found = await sortFiles(files, examine);
  expect([found.model === model, found.projector === projector]).toEqual([true, true]);
});

it.each([
  [[model, other], /Neither file is a projector/],
  [[projector, another], /Both files are projectors/],
  [[model, projector, other], /one model/],
])("refuses other files (%#)", async (files, message) => {
  await expect(sortFiles(files, examine)).rejects.toThrow(message);
});
