/** Chooses the engine of each request, and remembers those that did not start in this worker. */
import { EngineError } from "../contract/engine-error.ts";
import type { EngineIdentity } from "../contract/engine-identity.ts";
import type { EngineName, EnginePreference } from "../contract/engine-name.ts";
import type { Model } from "../contract/model.ts";
import type { ChooseBackend, EngineBackend } from "../engine/local/engine-backend.ts";
import { chooseEngine, describeRefusals, type Processors } from "../models/choose-engine.ts";
import type { EngineModels } from "../models/engine-models.ts";
import { engineOptions } from "../models/select-engines.ts";
import { observeStarts } from "./observe-starts.ts";

/** An engine of this deployment. */
export interface DeployedEngine {
  readonly models: EngineModels;
  /** Known before its code is imported. */
  readonly identity: EngineIdentity;
  /** Imports its code at the first call. @throws {EngineError} */
  readonly open: () => Promise<EngineBackend>;
}

/** The engine that has a model in memory or loads one, or else the one that would. */
export interface EngineInUse {
  readonly identity: EngineIdentity;
  /** One line for a person: a better engine did not start. */
  readonly problem?: string;
}

export interface EngineChooser {
  /**
   * The best engine for a model in the present state of the device and the settings, without those that did not start for
   * it. Where all of them have failed, all are tried again.
   */
  readonly chooseBackend: ChooseBackend;
  inUse(): Promise<EngineInUse>;
  /** Number of times that an engine did not start for the model. */
  failedStarts(model: string): number;
  /** True if an engine is left that can run the model and has not failed to start. */
  hasAlternative(model: string): boolean;
}

export interface EngineChooserOptions {
  /** At least one. */
  readonly engines: readonly [DeployedEngine, ...DeployedEngine[]];
  /** Called for every request: a GPU may be lost, and come back. */
  readonly describeProcessors: () => Promise<Processors>;
  readonly readPreference: () => Promise<EnginePreference>;
  /** The model that is likely to be loaded first. */
  readonly defaultModel: Model | undefined;
}

interface Choice {
  readonly engine: DeployedEngine;
  /** The adapter's description, if the engine runs the model on the GPU. */
  readonly adapter: string | undefined;
}

/** Starts of the engines of one model in this worker. */
interface Starts {
  candidates: readonly EngineName[];
  /** Sentences for a person, of engines that did not start. */
  readonly failures: Map<EngineName, string>;
  failed: number;
}

export function createEngineChooser(options: EngineChooserOptions): EngineChooser {
  const { engines, describeProcessors, readPreference, defaultModel } = options;
  const startsByModel = new Map<string, Starts>();
  let used:
    | { readonly model: string; readonly name: EngineName; readonly backend: EngineBackend }
    | undefined;
  let hasStarted = false;

  function startsOf(model: string): Starts {
    const starts = startsByModel.get(model) ?? { candidates: [], failures: new Map(), failed: 0 };
    startsByModel.set(model, starts);
    return starts;
  }

  function noteFailure(model: string, name: EngineName, sentence: string): void {
    const starts = startsOf(model);
    starts.failures.set(name, sentence);
    starts.failed += 1;
  }

  /** @returns the engines that can run the model here, the best one first */
  async function findCandidates(model: Model): Promise<readonly [Choice, ...Choice[]]> {
    const [processors, preference] = await Promise.all([describeProcessors(), readPreference()]);
    const available = engineOptions(
      engines.map(({ models }) => models),
      model,
    );
    const { candidates, refusals } = chooseEngine(available, processors, preference);
    const [first, ...others] = candidates.flatMap((name) => {
      const onGpu = available.some((option) => option.name === name && option.gpu !== null);
      return engines
        .filter(({ models }) => models.name === name)
        .map((engine) => ({ engine, adapter: onGpu ? processors.gpu?.description : undefined }));
    });
    if (first !== undefined) return [first, ...others];
    const reason = describeRefusals(refusals, preference);
    throw new EngineError("unsupported", `The model '${model.id}' cannot run here. ${reason}`);
  }

  async function open({ engine, adapter }: Choice): Promise<EngineBackend> {
    const { name } = engine.models;
    const backend = withAdapter(await engine.open(), adapter);
    return observeStarts(backend, {
      onStart(model) {
        hasStarted = true;
        used = { model, name, backend };
      },
      onFailure: (model, failure) => noteFailure(model, name, failure.message),
    });
  }

  async function chooseBackend(model: Model): Promise<EngineBackend> {
    const choices = await findCandidates(model);
    const starts = startsOf(model.id);
    starts.candidates = choices.map(({ engine }) => engine.models.name);
    if (starts.candidates.every((name) => starts.failures.has(name))) starts.failures.clear();
    const choice = choices.find(({ engine }) => !starts.failures.has(engine.models.name)) ?? choices[0];
    const { name } = choice.engine.models;
    try {
      const backend = await open(choice);
      if (!hasStarted) used = { model: model.id, name, backend };
      return backend;
    } catch (error) {
      if (error instanceof EngineError && error.code === "unsupported")
        noteFailure(model.id, name, error.message);
      throw error;
    }
  }

  /** The engine of the first load; where none can run the model, one that is named all the same. */
  async function predict(): Promise<EngineIdentity> {
    const [first] = engines;
    if (defaultModel === undefined) return first.identity;
    const choices = await findCandidates(defaultModel).catch(() => undefined);
    return choices === undefined ? first.identity : identify(choices[0].engine.identity, choices[0].adapter);
  }

  return {
    chooseBackend,
    async inUse() {
      if (used === undefined) return { identity: await predict() };
      const { model, name, backend } = used;
      const problems = [...startsOf(model).failures].filter(([failed]) => failed !== name);
      return {
        identity: backend.identity,
        ...(problems.length > 0 && {
          problem: problems.map(([failed, sentence]) => `${failed} did not start: ${sentence}`).join(" "),
        }),
      };
    },
    failedStarts: (model) => startsOf(model).failed,
    hasAlternative(model) {
      const { candidates, failures } = startsOf(model);
      return candidates.some((name) => !failures.has(name));
    },
  };
}

function withAdapter(backend: EngineBackend, adapter: string | undefined): EngineBackend {
  return {
    ...backend,
    // An engine on the CPU knows its number of threads once it has started.
    get identity() {
      return identify(backend.identity, adapter);
    },
  };
}

function identify(identity: EngineIdentity, adapter: string | undefined): EngineIdentity {
  return adapter === undefined ? identity : { ...identity, adapter };
}
