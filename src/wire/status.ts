/** What a host tells about itself. */
import * as z from "zod/mini";
import { installsSchema } from "./catalogue.ts";

export const engineIdentitySchema = z.object({ name: z.string(), version: z.string() });

export const modelProgressSchema = z.object({
  id: z.string(),
  state: z.enum(["downloading", "verifying", "loading", "ready", "failed"]),
  /** Bytes of model files there so far, and in all, while downloading or verifying. */
  loadedBytes: z.int(),
  totalBytes: z.int(),
  /** 0 to 1 within the state. */
  fraction: z.number(),
  /** One line for a person: what is being done, or what failed. */
  text: z.string(),
});

export const hostStatusSchema = z.object({
  /** Random, made when the host starts: two pages that show the same one share one engine. */
  instance: z.string(),
  /** The Web Lock that the host holds while it lives. */
  lock: z.string(),
  kind: z.enum(["shared-worker", "dedicated-worker"]),
  engine: engineIdentitySchema,
  /** The GPU adapter's description, or null where there is none. */
  adapter: z.nullable(z.object({ description: z.string(), software: z.boolean() })),
  /** The model in memory or on its way there. */
  model: z.nullable(modelProgressSchema),
  /** Installs that are not complete: running, paused and failed ones. */
  installs: installsSchema,
  /** Grows whenever the catalogue's entries change in anything but the progress of an install. */
  catalogueRevision: z.int(),
});

export type ModelProgress = z.infer<typeof modelProgressSchema>;
export type HostStatus = z.infer<typeof hostStatusSchema>;
