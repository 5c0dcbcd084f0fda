import type { FileDetails, FileSummary } from "../../../contract/file-summary.ts";
import type { Model, ModelFile } from "../../../contract/model.ts";
import type {
  FileSource,
  ListedFiles,
  ListedModel,
  ListedModelSummary,
} from "../../../models/engine-models.ts";
import { placePart } from "../place-model.ts";

/** Small enough to be held in memory and hashed at once. */
const PART_BYTES = 32 * 2 ** 20;

/** The model of a GGUF file. Installing it stores the file in parts, each with its checksum. */
export function listedGguf(
  id: string,
  { summary, author, headerBytes }: FileDetails,
  source: FileSource,
): ListedModel {
  const { name, quantization, contextLength, memoryBytes, license } = summary;
  const listed: ListedModelSummary = {
    id,
    name,
    description: `${quantization} weights, added from a GGUF file.`,
    ownedBy: author,
    license,
    contextLength,
    inputModalities: ["text"],
    memoryBytes,
  };
  return {
    summary: listed,
    base: source.base,
    gpu: null,
    install: (files) =>
      // The header has to be in the first part: prompts are built from it.
      install(listed, summary, { ...source, partBytes: Math.max(PART_BYTES, headerBytes) }, files),
  };
}

async function install(
  { id, name, description, ownedBy, license }: ListedModelSummary,
  { bytes, contextLength, memoryBytes }: FileSummary,
  { base, url, partBytes }: FileSource & { readonly partBytes: number },
  listedFiles: ListedFiles,
): Promise<Omit<Model, "created">> {
  const parts = partsOf(bytes, partBytes).map((part) => ({ ...part, ...(url !== undefined && { url }) }));
  await listedFiles.checkQuota(parts);
  listedFiles.setTotalBytes(bytes);
  const files: ModelFile[] = [];
  for (const part of parts) files.push(await listedFiles.obtain({ ...placePart(id, base, part), md5: null }));
  return {
    id,
    name,
    description,
    owned_by: ownedBy,
    license,
    context_length: contextLength,
    max_completion_tokens: contextLength,
    input_modalities: ["text"],
    memory_bytes: memoryBytes,
    engines: { wllama: { base, files } },
  };
}

function partsOf(
  size: number,
  partBytes: number,
): { readonly path: string; readonly offset: number; readonly bytes: number }[] {
  return Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => {
    const offset = index * partBytes;
    return { path: `part${index + 1}`, offset, bytes: Math.min(partBytes, size - offset) };
  });
}
