import type { FileDetails, FileSummary } from "../../../contract/file-summary.ts";
import { describeBytes } from "../../../format/describe-bytes.ts";
import { GgufError } from "../../../gguf/gguf-error.ts";
import { type Gguf, readGguf } from "../../../gguf/gguf.ts";
import { textField } from "../../../gguf/metadata-fields.ts";
import { summarizeGguf } from "../../../gguf/summary.ts";
import type { ReadableFile } from "../../../models/examined-file.ts";
import { ModelError } from "../../../models/model-error.ts";
import { readProjector } from "../projector/projector.ts";
import { contextLengthOf } from "./context-length.ts";
import { examineUse } from "./gguf-problem.ts";

/** The memory that `wllama.wasm` of wllama 3.8.1 declares as its maximum. */
const MAX_MEMORY_BYTES = 4 * 2 ** 30;

/**
 * Reads the header of a GGUF file, and of its projector.
 *
 * @throws {ModelError} `failed` if one is no GGUF file, or a damaged one
 */
export async function examineGguf(file: ReadableFile): Promise<FileDetails> {
  const gguf = await readHeader(file);
  const projector = file.projector && (await readHeader(file.projector));
  const { keyValueBytes, tokens, trained } = contextLengthOf(gguf.metadata);
  const { architecture, name, parameters, quantization } = summarizeGguf(gguf);
  const bytes = gguf.fileSize + (projector?.fileSize ?? 0);
  const memoryBytes = bytes + keyValueBytes;
  const { problem, chosenTemplate } = await examineUse(gguf.metadata);
  const summary: FileSummary = {
    name: name ?? file.name.replace(/\.gguf$/i, ""),
    architecture: architecture ?? "",
    parameters,
    quantization,
    contextLength: tokens,
    trainedContextLength: trained ?? null,
    license: textField(gguf.metadata, "general.license") ?? null,
    inputModalities: projector === undefined ? ["text"] : ["text", "image"],
    bytes,
    memoryBytes,
    chosenTemplate: chosenTemplate ?? null,
    problem: problem ?? (projector && projectorProblem(projector)) ?? memoryProblem(memoryBytes) ?? null,
  };
  const author =
    textField(gguf.metadata, "general.organization") ?? textField(gguf.metadata, "general.author");
  return {
    summary,
    author: author ?? "unknown",
    headerBytes: gguf.dataOffset,
    ...(projector && { projector: { bytes: projector.fileSize, headerBytes: projector.dataOffset } }),
  };
}

function projectorProblem({ metadata }: Gguf): string | undefined {
  try {
    readProjector(metadata);
    return undefined;
  } catch (error) {
    if (!(error instanceof GgufError)) throw error;
    return `This file cannot be used with that projector: the file ${error.fault}.`;
  }
}

async function readHeader(file: ReadableFile): Promise<Gguf> {
  try {
    return await readGguf(file);
  } catch (error) {
    if (!(error instanceof GgufError)) throw error;
    throw new ModelError("failed", `The file '${file.name}' ${error.fault}.`, { cause: error });
  }
}

function memoryProblem(bytes: number): string | undefined {
  if (bytes <= MAX_MEMORY_BYTES) return undefined;
  const [needed, most] = [bytes, MAX_MEMORY_BYTES].map(describeBytes);
  return `This file cannot be used: its model takes ${needed} of memory, and WebAssembly has ${most}.`;
}
