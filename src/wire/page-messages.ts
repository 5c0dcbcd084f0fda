/** Between the service worker and its pages. */
import * as z from "zod/mini";
import { versionSchema as v } from "./version.ts";

/** Service worker to page. */
export const workerMessageSchema = z.discriminatedUnion("type", [
  /**
   * Pass the request port that comes with this message on to the host, bringing it up if need be. One of the
   * instances `hung`, in the order in which they were found to hang, is replaced first. The page answers on the port, before the host does.
   */
  z.object({ v, type: z.literal("reach-host"), hung: z.readonly(z.array(z.string())) }),
]);

/** Page to service worker. `status` and `stop-counting` bring a port for the answer. */
export const pageMessageSchema = z.discriminatedUnion("type", [
  /** Sent every few seconds while the page has a request open: it keeps the worker alive. */
  z.object({ v, type: z.literal("ping") }),
  z.object({ v, type: z.literal("status") }),
  /** Take control of the pages that load without it (a first visit, a shift-reload). */
  z.object({ v, type: z.literal("claim") }),
  /**
   * Refuse every request to the network until the port that comes with this message brings `end-refusal`, or the
   * Web Lock `lock` is free, as it is when the page has gone. The port then brings `refusing`, in the end the tally.
   */
  z.object({ v, type: z.literal("refuse-outbound"), lock: z.string() }),
  /** Count no more what goes out: everything is about to be deleted. Answered when nothing is being written. */
  z.object({ v, type: z.literal("stop-counting") }),
]);

/**
 * Page to a worker that waits, and may be of a later version than the page: no version is looked at. Sent once no
 * reply is under way.
 */
export const takeOverSchema = z.object({ type: z.literal("take-over") });

/** Page to service worker, on the port of a `refuse-outbound`. */
export const endRefusalSchema = z.object({ v, type: z.literal("end-refusal") });

/** Service worker to page, on the port of a `refuse-outbound`: requests are refused from now on. */
export const refusingSchema = z.object({ v, type: z.literal("refusing") });

/** Service worker to page, on the same port: the answer to `end-refusal`. */
export const refusalEndedSchema = z.object({
  v,
  type: z.literal("refusal-ended"),
  /** Requests that were refused in the meantime. */
  refused: z.int(),
  /** Requests that went out in the meantime; none should have. */
  networkRequests: z.int(),
});

/** Service worker to page, on the port of a `stop-counting`. */
export const countingStoppedSchema = z.object({ v, type: z.literal("counting-stopped") });

export const workerStatusSchema = z.object({
  v,
  type: z.literal("status"),
  build: z.string(),
  /** Random, made when the worker starts: another one shows that the browser had stopped it. */
  instance: z.string(),
  /** Requests that hold the engine now, and that wait for it. */
  active: z.int(),
  waiting: z.int(),
  /** Instances of the engine's worker that were found to hang, in order. */
  hung: z.readonly(z.array(z.string())),
  /** Of the reply under way, over its last seconds; null where none is, or too little of it is there. */
  tokensPerSecond: z.nullable(z.number()),
  /** Why limits, usage and the log are not kept at the moment, for a person; absent where they are. */
  storageProblem: z.exactOptional(z.string()),
});

export type WorkerStatus = z.infer<typeof workerStatusSchema>;
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
export type PageMessage = z.infer<typeof pageMessageSchema>;
export type TakeOver = z.infer<typeof takeOverSchema>;
export type EndRefusal = z.infer<typeof endRefusalSchema>;
export type RefusalReply = z.infer<typeof refusingSchema> | z.infer<typeof refusalEndedSchema>;
export type CountingStopped = z.infer<typeof countingStoppedSchema>;
