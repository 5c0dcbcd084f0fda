/** web-llm's part of the catalogue: the files of its format, and the models of its own list. */
import type { WebLlmRecord } from "../../../contract/model.ts";
import type { EngineModels, ListedModel } from "../../../models/engine-models.ts";
import { fileGroups, modelSize } from "../placement.ts";
import { modelGpuRequirements, recordGpuRequirements } from "./gpu-requirements.ts";
import { installRecord } from "./install-record.ts";
import { baseOf, summarise } from "./record-summary.ts";

/** @param loadRecords loads the records of web-llm's list, which is large */
export function createWebLlmModels(loadRecords: () => Promise<readonly WebLlmRecord[]>): EngineModels {
  return {
    name: "web-llm",
    describe(model) {
      const entry = model.engines["web-llm"];
      if (entry === undefined) return undefined;
      return {
        base: entry.base,
        bytes: modelSize(model),
        memoryBytes: model.memory_bytes,
        gpu: modelGpuRequirements(model),
      };
    },
    fileGroups,
    async listModels() {
      return (await loadRecords()).map(listedModel);
    },
  };
}

function listedModel(record: WebLlmRecord): ListedModel {
  return {
    summary: summarise(record),
    base: baseOf(record),
    gpu: recordGpuRequirements(record),
    install: (files) => installRecord(record, files),
  };
}
