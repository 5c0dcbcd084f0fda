/** Reads what a record of web-llm's list says about its model, before any of its files is here. */
import type { WebLlmRecord } from "../../../contract/model.ts";
import type { ListedModelSummary } from "../../../models/engine-models.ts";
import { familyOf } from "./families.ts";

/** web-llm's `ModelType.VLM`. */
const VISION_MODEL = 2;
/** web-llm writes MB for 2^20 bytes. */
const MIB = 2 ** 20;

export function summarise(record: WebLlmRecord): ListedModelSummary {
  const { model_id: id, model, overrides, vram_required_MB } = record;
  const { name, weights } = parseId(id);
  const publisher = new URL(model).pathname.split("/")[1] ?? "";
  return {
    id,
    name,
    description: [weights, record.low_resource_required === true ? "Designed for small devices." : ""]
      .filter((text) => text !== "")
      .join(" "),
    ...familyOf(id, publisher),
    contextLength: overrides?.["context_window_size"] ?? null,
    // A package manifest describes an image input where the model has one; so far all of them do.
    inputModalities:
      record.model_type === VISION_MODEL || record.model_manifest !== undefined
        ? ["text", "image"]
        : ["text"],
    memoryBytes: vram_required_MB === undefined ? null : Math.round(vram_required_MB * MIB),
  };
}

/** The URL below which a record's files are; ends in `/`. As in web-llm, a repository stands for its main branch. */
export function baseOf({ model }: WebLlmRecord): string {
  const folder = model.endsWith("/") ? model : `${model}/`;
  return folder.includes("/resolve/") ? folder : `${folder}resolve/main/`;
}

/** `Llama-3.2-1B-Instruct-q4f16_1-MLC` is a name, the format of the weights, and their publisher. */
function parseId(id: string): { name: string; weights: string } {
  const [, title = id, bits, floats, more = ""] =
    /^(.+?)-q(\d)(?:bf|f)(16|32)(?:_\d)?(?:-MLC)?(.*)$/.exec(id) ?? [];
  const name = `${title.replaceAll("-", " ")}${more.replaceAll("-", " ")}`;
  if (bits === undefined) return { name, weights: "" };
  const weights = bits === "0" ? `${floats}-bit weights.` : `${bits}-bit weights, ${floats}-bit arithmetic.`;
  return { name: `${name} (q${bits}f${floats})`, weights };
}
