/** The deployment's configuration. The build validates the file and puts its contents here. */
import type { Config } from "./schema.ts";
import { DEFAULT_LIMITS, DEFAULT_MODEL, EMBEDDED_MODELS, INSITU_CONFIG } from "virtual:insitu-config";

export const config: Config = INSITU_CONFIG;

/** Apart from the rest, so that a page that needs no more carries no more. */
export const defaultModel: string = DEFAULT_MODEL;

/** The ids of the deployment's own models. */
export const embeddedModels: readonly string[] = EMBEDDED_MODELS;

/** What a key may use in a minute where its workspace sets no limits. */
export const defaultLimits = DEFAULT_LIMITS;
