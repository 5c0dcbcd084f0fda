/** The deployment's configuration, validated and inlined by the build. */
import type { Config } from "./schema.ts";
import type { EnginePreference } from "../contract/engine-name.ts";
import {
  DEFAULT_ENGINE,
  DEFAULT_LIMITS,
  DEFAULT_MODEL,
  EMBEDDED_MODELS,
  INSITU_CONFIG,
  MODEL_HOSTS,
} from "virtual:insitu-config";

export const config: Config = INSITU_CONFIG;

/** Separate from `config`, so that a page that needs only this bundles only this. */
export const defaultModel: string = DEFAULT_MODEL;

/** The engine that runs models, unless the person has chosen one. */
export const defaultEngine: EnginePreference = DEFAULT_ENGINE;

/** The ids of the deployment's own models. */
export const embeddedModels: readonly string[] = EMBEDDED_MODELS;

/** Patterns of origins from which models may be downloaded, besides our own. */
export const modelHosts: readonly string[] = MODEL_HOSTS;

/** Limits of a key whose workspace sets none. */
export const defaultLimits = DEFAULT_LIMITS;
