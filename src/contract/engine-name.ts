import * as z from "zod/mini";

const ENGINE_NAMES = ["web-llm", "wllama"] as const;

/** An engine that this build knows. A model has files for one or more of them. */
export type EngineName = (typeof ENGINE_NAMES)[number];

/** The engine that is to run models: `auto` is the best one that each model and this device allow. */
export const enginePreferenceSchema = z.enum(["auto", ...ENGINE_NAMES]);

export type EnginePreference = z.infer<typeof enginePreferenceSchema>;
