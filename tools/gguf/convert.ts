import { readFile } from "node:fs/promises";
import { endianness } from "node:os";
import * as z from "zod/mini";
import { tokenizerJson } from "../../src/gguf/tokenizer-json.ts";
import { chatConfig } from "./chat-config.ts";
import { faultOf } from "./fault-of.ts";
import { checkSameModel, type ModelLibrary, librarySchema } from "./library.ts";
import { makeParameters } from "./parameters.ts";
import { openGguf } from "./reader.ts";
import { writeShards } from "./shards.ts";
import { type FileSum, writeSummed } from "./summed-file.ts";
import { readVocabulary } from "./vocabulary.ts";

/** Raise it with every change of the output for any engine, so that files of an older version are made again. */
export const CONVERTER_VERSION = 4;

/** Folder below the model's folder in which web-llm looks for its files. */
const PATH = "resolve/main/";

export interface Conversion {
  /** The GGUF file: a Llama model with Q4_1 matrices, a tied Q8_0 token table and F32 norms. */
  readonly gguf: string;
  /** The `library.json` beside the compiled model library. */
  readonly library: string;
  /** The model's folder; the files go to `resolve/main/` below it. */
  readonly outDir: string;
}

/**
 * Converts one GGUF file to the files that web-llm fetches. Lossless: the codes, scales and minimums of the weights
 * keep their bits in another order. Reads and writes tensor by tensor.
 *
 * @returns the files in the order written, with their checksums
 * @throws with one line that names the file at fault
 */
export async function convertGguf({
  gguf: path,
  library: libraryPath,
  outDir,
}: Conversion): Promise<FileSum[]> {
  if (endianness() !== "LE") throw new Error("The model files can be made on little-endian machines only.");
  const library = await readLibrary(libraryPath);
  const gguf = await openGguf(path);
  try {
    checkSameModel(gguf.metadata, library.config);
    const vocabulary = readVocabulary(gguf.metadata, library.config.vocab);
    const chat = chatConfig(library.config, vocabulary);
    return [
      await writeSummed(outDir, `${PATH}mlc-chat-config.json`, JSON.stringify(chat)),
      await writeSummed(outDir, `${PATH}tokenizer.json`, JSON.stringify(tokenizerJson(gguf.metadata))),
      ...(await writeShards(makeParameters(gguf, library), outDir, PATH)),
    ];
  } catch (error) {
    throw new Error(`${path} ${faultOf(error)}`, { cause: error });
  } finally {
    await gguf.close();
  }
}

async function readLibrary(path: string): Promise<ModelLibrary> {
  const text = await readFile(path, "utf8");
  try {
    return z.parse(librarySchema, JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? issueLine(error) : String(error);
    throw new Error(`${path} is not the description of a model library: ${reason}`, { cause: error });
  }
}

function issueLine({ issues: [issue] }: z.core.$ZodError): string {
  return `${issue?.path.join(".")}: ${issue?.message}`;
}
