/** The deployment's configuration. The build validates the file and puts its contents here. */
import type { Config } from "./schema.ts";
import { DEFAULT_MODEL, INSITU_CONFIG } from "virtual:insitu-config";

export const config: Config = INSITU_CONFIG;

/** Apart from the rest, so that a page that needs no more carries no more. */
export const defaultModel: string = DEFAULT_MODEL;
