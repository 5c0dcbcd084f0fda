/** Chooses the engine of a model: the best one that this device can run, unless another is preferred. */
import type { EngineName, EnginePreference } from "../contract/engine-name.ts";
import { type Device, findGpuProblem, type GpuRequirements } from "./compatibility.ts";

/** An engine that a model has files for. */
export interface EngineOption {
  readonly name: EngineName;
  /** Null where the engine runs the model on the CPU. */
  readonly gpu: GpuRequirements | null;
  /** The reason why the engine cannot run the model on any device; absent where it can. */
  readonly problem?: string;
}

export interface EngineChoice {
  /** Engines that can run the model here, the best one first. A preferred engine is the only one. */
  readonly candidates: readonly EngineName[];
  /** Engines that cannot run it, each with a sentence for a person. */
  readonly refusals: readonly EngineRefusal[];
}

export interface EngineRefusal {
  readonly name: EngineName;
  readonly reason: string;
}

export type Processors = Pick<Device, "gpu" | "cpu">;

/**
 * The best is a GPU. The CPU comes before a software adapter, which runs the same kernels on the CPU, but slower than
 * code that was written for it. A preferred engine has no substitute: what it cannot run fails, with the reason.
 */
export function chooseEngine(
  options: readonly EngineOption[],
  device: Processors,
  preference: EnginePreference,
): EngineChoice {
  const considered = preference === "auto" ? options : options.filter(({ name }) => name === preference);
  if (preference !== "auto" && considered.length === 0)
    return { candidates: [], refusals: [{ name: preference, reason: "The model has no files for it." }] };
  const assessed = considered.map((option) => ({ ...option, reason: findProblem(option, device) }));
  return {
    candidates: assessed
      .filter(({ reason }) => reason === undefined)
      .toSorted((one, other) => rankOf(one, device) - rankOf(other, device))
      .map(({ name }) => name),
    refusals: assessed.flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }])),
  };
}

function findProblem({ gpu, problem }: EngineOption, device: Processors): string | undefined {
  if (problem !== undefined) return problem;
  if (gpu !== null) return findGpuProblem(gpu, device.gpu);
  return device.cpu.simd ? undefined : "This browser's WebAssembly has no SIMD instructions.";
}

function rankOf({ gpu }: EngineOption, device: Processors): number {
  if (gpu === null) return 1;
  return device.gpu?.software === true ? 2 : 0;
}

/** One or more sentences for a person: the reasons why no engine can run a model. */
export function describeRefusals(refusals: readonly EngineRefusal[], preference: EnginePreference): string {
  const [first, ...rest] = refusals;
  if (first === undefined) return "No engine of this deployment runs it.";
  if (preference !== "auto") {
    return `The selected engine is ${first.name}. ${first.reason} Select “auto” for any engine that can run it.`;
  }
  if (rest.length === 0) return first.reason;
  return refusals.map(({ name, reason }) => `${name}: ${reason}`).join(" ");
}
