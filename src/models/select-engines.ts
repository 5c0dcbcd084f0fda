/** The engine whose files count for each model: the one that would run it on this device. */
import type { EnginePreference } from "../contract/engine-name.ts";
import type { Model } from "../contract/model.ts";
import { chooseEngine, describeRefusals, type EngineOption, type Processors } from "./choose-engine.ts";
import type { EngineModels, ListedModel } from "./engine-models.ts";

export interface SelectedEngine {
  /** The engine whose files are listed, installed and counted; undefined where the model has files for none. */
  readonly engine: EngineModels | undefined;
  /** The reason why no engine can run the model, for a person; undefined where one can. */
  readonly problem: string | undefined;
}

export interface EngineSelection {
  forModel(model: Model): SelectedEngine;
  /** For a model of an engine's own list, which has files for that one only. */
  forListed(engine: EngineModels, listed: ListedModel): SelectedEngine;
}

export function selectEngines(
  engines: readonly EngineModels[],
  device: Processors,
  preference: EnginePreference,
): EngineSelection {
  function select(options: readonly EngineOption[]): SelectedEngine {
    const { candidates, refusals } = chooseEngine(options, device, preference);
    // A model that nothing here can run is shown with the files that it has.
    const shown = candidates[0] ?? options.find(({ name }) => name === preference)?.name ?? options[0]?.name;
    return {
      engine: engines.find(({ name }) => name === shown),
      problem: candidates.length === 0 ? describeRefusals(refusals, preference) : undefined,
    };
  }

  return {
    forModel: (model) => select(engineOptions(engines, model)),
    forListed: ({ name }, { gpu }) => select([{ name, gpu }]),
  };
}

/** The engines that the model has files for. */
export function engineOptions(engines: readonly EngineModels[], model: Model): readonly EngineOption[] {
  return engines.flatMap((engine) => {
    const info = engine.describe(model);
    if (info === undefined) return [];
    const { gpu, problem } = info;
    return [{ name: engine.name, gpu, ...(problem !== undefined && { problem }) }];
  });
}
