/** Between the service worker and its pages. */
import * as z from "zod/mini";
import { versionSchema as v } from "./version.ts";

/** Service worker to page. */
export const workerMessageSchema = z.discriminatedUnion("type", [
  /** Pass the request port that comes with this message on to the host, bringing it up if need be. */
  z.object({ v, type: z.literal("reach-host") }),
]);

/** Page to service worker. A `status` message brings a port for the answer. */
export const pageMessageSchema = z.discriminatedUnion("type", [
  /** Sent every few seconds while the page has a request open: it keeps the worker alive. */
  z.object({ v, type: z.literal("ping") }),
  z.object({ v, type: z.literal("status") }),
  /** Take control of the pages that load without it (a first visit, a shift-reload). */
  z.object({ v, type: z.literal("claim") }),
]);

export const workerStatusSchema = z.object({
  v,
  type: z.literal("status"),
  build: z.string(),
  /** Requests that hold the engine now, and that wait for it. */
  active: z.int(),
  waiting: z.int(),
});

export type WorkerStatus = z.infer<typeof workerStatusSchema>;
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
