import type { FileDetails } from "../../../contract/file-summary.ts";
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

/**
 * The model of a GGUF file. Installing it stores the file in parts, each with its checksum. The parts of a projector come
 * after those of the model.
 */
export function listedGguf(id: string, details: FileDetails, source: FileSource): ListedModel {
  const { summary, author } = details;
  const { name, quantization, contextLength, memoryBytes, license, inputModalities } = summary;
  const listed: ListedModelSummary = {
    id,
    name,
    description: `${quantization} weights, added from a GGUF file.`,
    ownedBy: author,
    license,
    contextLength,
    inputModalities,
    memoryBytes,
  };
  return {
    summary: listed,
    base: source.base,
    gpu: null,
    install: (files) => install(listed, details, source, files),
  };
}

async function install(
  { id, name, description, ownedBy, license }: ListedModelSummary,
  { summary: { bytes, contextLength, memoryBytes, inputModalities }, headerBytes, projector }: FileDetails,
  { base, url }: FileSource,
  listedFiles: ListedFiles,
): Promise<Omit<Model, "created">> {
  const modelBytes = bytes - (projector?.bytes ?? 0);
  const modelParts = partsOf({ path: "part", offset: 0, bytes: modelBytes, headerBytes });
  const projectorParts = projector
    ? partsOf({ path: "projector/part", offset: modelBytes, ...projector })
    : [];
  await listedFiles.checkQuota([...modelParts, ...projectorParts]);
  listedFiles.setTotalBytes(bytes);
  const obtain = async (parts: readonly FilePart[]): Promise<ModelFile[]> => {
    const files: ModelFile[] = [];
    for (const part of parts) {
      const placed = placePart(id, base, { ...part, ...(url !== undefined && { url }) });
      files.push(await listedFiles.obtain({ ...placed, md5: null }));
    }
    return files;
  };
  const files = await obtain(modelParts);
  const projectorFiles = await obtain(projectorParts);
  return {
    id,
    name,
    description,
    owned_by: ownedBy,
    license,
    context_length: contextLength,
    max_completion_tokens: contextLength,
    input_modalities: inputModalities,
    memory_bytes: memoryBytes,
    engines: {
      wllama: { base, files, ...(projectorFiles.length > 0 && { projector: projectorFiles }) },
    },
  };
}

interface FilePart {
  readonly path: string;
  /** The place of its first byte in what is stored. */
  readonly offset: number;
  readonly bytes: number;
}

/** The parts of one file, which begins at `offset` of what is stored. The header is in the first part: prompts need it. */
function partsOf({
  path,
  offset,
  bytes,
  headerBytes,
}: FilePart & { readonly headerBytes: number }): FilePart[] {
  const partBytes = Math.max(PART_BYTES, headerBytes);
  return Array.from({ length: Math.ceil(bytes / partBytes) }, (_, index) => {
    const start = index * partBytes;
    return { path: `${path}${index + 1}`, offset: offset + start, bytes: Math.min(partBytes, bytes - start) };
  });
}
