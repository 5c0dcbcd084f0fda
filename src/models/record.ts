/** What a record of web-llm's list tells before any of its files is here. */
import type { Model, WebLlmRecord } from "../config/model.ts";
import { familyOf } from "./families.ts";
import type { GpuRequirements, ModelRequirements } from "./compatibility.ts";

/** web-llm's `ModelType.VLM`. */
const VISION_MODEL = 2;
/** web-llm writes MB for 2^20 bytes. */
const MIB = 2 ** 20;

export interface RecordSummary {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly ownedBy: string;
  readonly license: string | null;
  readonly contextLength: number | null;
  readonly inputModalities: readonly ("text" | "image")[];
  readonly memoryBytes: number | null;
  /** Where its files are; ends in `/`. */
  readonly base: string;
}

export function summarise(record: WebLlmRecord): RecordSummary {
  const { model_id: id, model, overrides, vram_required_MB } = record;
  const base = baseOf(model);
  const { name, weights } = readId(id);
  const owner = new URL(model).pathname.split("/")[1] ?? "";
  return {
    id,
    name,
    description: [weights, record.low_resource_required === true ? "Made for small devices." : ""]
      .filter((text) => text !== "")
      .join(" "),
    ...familyOf(id, owner),
    contextLength: overrides?.["context_window_size"] ?? null,
    // A package manifest names an image input where the model has one; so far all of them do.
    inputModalities:
      record.model_type === VISION_MODEL || record.model_manifest !== undefined
        ? ["text", "image"]
        : ["text"],
    memoryBytes: vram_required_MB === undefined ? null : Math.round(vram_required_MB * MIB),
    base,
  };
}

/** GPU features that a name tells of: `q4f16_1` and the like compute with 16-bit floats. */
function featuresOf(id: string): readonly string[] {
  return /q\df16/.test(id) ? ["shader-f16"] : [];
}

/** The GPU features and limits that a model needs whose files are known. */
export function modelGpuRequirements({ id, engines: { "web-llm": entry } }: Model): GpuRequirements {
  return { features: entry?.required_features ?? featuresOf(id), storageBufferBytes: null };
}

/** What a device must have; most records do not say all of it. */
export function recordRequirements(record: WebLlmRecord, downloadBytes: number | null): ModelRequirements {
  return {
    features: [...new Set([...featuresOf(record.model_id), ...(record.required_features ?? [])])],
    storageBufferBytes: record.buffer_size_required_bytes ?? null,
    memoryBytes: summarise(record).memoryBytes,
    downloadBytes,
  };
}

/** As web-llm reads addresses: a repository's files are those of its main branch. */
function baseOf(model: string): string {
  const folder = model.endsWith("/") ? model : `${model}/`;
  return folder.includes("/resolve/") ? folder : `${folder}resolve/main/`;
}

/** `Llama-3.2-1B-Instruct-q4f16_1-MLC` is a name, how the weights are packed, and who packed them. */
function readId(id: string): { name: string; weights: string } {
  const [, title = id, bits, floats, more = ""] =
    /^(.+?)-q(\d)(?:bf|f)(16|32)(?:_\d)?(?:-MLC)?(.*)$/.exec(id) ?? [];
  const name = `${title.replaceAll("-", " ")}${more.replaceAll("-", " ")}`;
  if (bits === undefined) return { name, weights: "" };
  const packed =
    bits === "0" ? `Weights of ${floats} bits.` : `Weights of ${bits} bits, computed with ${floats}.`;
  return { name: `${name} (q${bits}f${floats})`, weights: packed };
}
