import * as z from "zod/mini";
import { installsSchema } from "./catalogue.ts";
import { engineIdentitySchema } from "./engine-identity.ts";
import { modelProgressSchema } from "./model-progress.ts";

/** Status of the worker that runs the engine. */
export const engineHostStatusSchema = z.object({
  /** Random, made when the host starts: two pages that show the same one share one engine. */
  instance: z.string(),
  /** The Web Lock that the host holds while it lives. */
  lock: z.string(),
  kind: z.enum(["shared-worker", "dedicated-worker"]),
  /** The engine that has the model in memory, or else the one that would load the next. */
  engine: engineIdentitySchema,
  /** One line for a person: a better engine did not start. Absent if none failed. */
  engineProblem: z.exactOptional(z.string()),
  /** The GPU adapter's description, or null where there is none. */
  adapter: z.nullable(z.object({ description: z.string(), software: z.boolean() })),
  /** The model that is loaded or being loaded. */
  model: z.nullable(modelProgressSchema),
  /** Installs that are not complete: running, paused and failed ones. */
  installs: installsSchema,
  /** Grows whenever the catalogue's entries change in anything but the progress of an install. */
  catalogueRevision: z.int(),
});

export type EngineHostStatus = z.infer<typeof engineHostStatusSchema>;
