/** The deployment's configuration. The build validates the file and puts its contents here. */
import type { Config } from "./schema.ts";
import { INSITU_CONFIG } from "virtual:insitu-config";

export const config: Config = INSITU_CONFIG;
