/** Model files of a person's own: any text is one, and one that starts with "refused" cannot be used. */
import type { FileDetails, FileSummary } from "../../contract/file-summary.ts";
import type { ModelFile } from "../../contract/model.ts";
import type { FileSource, ListedModel } from "../engine-models.ts";
import type { ExamineFile } from "../examined-file.ts";
import { placePart } from "../../engine/wllama/place-model.ts";
import { ModelError } from "../model-error.ts";
import { testModel } from "./test-models.ts";

const PART_BYTES = 10;

export const examineTestFile: ExamineFile = async ({ name, size, read }) => {
  const text = new TextDecoder().decode(await read(0, Math.min(size, 20)));
  if (text.startsWith("unreadable")) throw new ModelError("failed", `The file '${name}' is unreadable.`);
  const summary: FileSummary = {
    name,
    architecture: "test",
    parameters: 1,
    quantization: "F32",
    contextLength: 128,
    trainedContextLength: null,
    license: null,
    chosenTemplate: null,
    inputModalities: ["text"],
    bytes: size,
    memoryBytes: size,
    problem: text.startsWith("refused") ? "This file cannot be used." : null,
  };
  return { summary, author: "unknown", headerBytes: 1 };
};

export function listTestFile(id: string, { summary }: FileDetails, { base, url }: FileSource): ListedModel {
  const { name, bytes: size } = summary;
  return {
    summary: {
      id,
      name,
      description: "",
      ownedBy: "",
      license: null,
      contextLength: 128,
      inputModalities: ["text"],
      memoryBytes: size,
    },
    base,
    gpu: null,
    async install({ checkQuota, setTotalBytes, obtain }) {
      const offsets = Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, i) => i * PART_BYTES);
      await checkQuota([{ path: "all", bytes: size }]);
      setTotalBytes(size);
      const files: ModelFile[] = [];
      for (const offset of offsets) {
        const path = `part${offset}`;
        const bytes = Math.min(PART_BYTES, size - offset);
        files.push(
          await obtain({
            ...placePart(id, base, { path, offset, bytes, ...(url !== undefined && { url }) }),
            md5: null,
          }),
        );
      }
      return testModel(id, { name, engines: { wllama: { base, files } } });
    },
  };
}
