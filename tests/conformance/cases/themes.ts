/** The whole table. */
import type { CaseTheme } from "../case.ts";
import { abort } from "./abort.ts";
import { authentication } from "./authentication.ts";
import { characters } from "./characters.ts";
import { errors } from "./errors.ts";
import { fields } from "./fields.ts";
import { images } from "./images.ts";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";
import { models } from "./models.ts";
import { navigations } from "./navigations.ts";
import { paths } from "./paths.ts";
import { seeds } from "./seeds.ts";
import { stop } from "./stop.ts";
import { streaming } from "./streaming.ts";
import { toolFields } from "./tool-fields.ts";
import { tools } from "./tools.ts";
import { usage } from "./usage.ts";

export const THEMES: readonly CaseTheme[] = [
  authentication,
  models,
  paths,
  navigations,
  errors,
  fields,
  messages,
  toolFields,
  streaming,
  usage,
  stop,
  characters,
  seeds,
  limits,
  tools,
  abort,
  // Last, because it loads another model.
  images,
];
