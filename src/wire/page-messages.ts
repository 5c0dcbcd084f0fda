/** Between the service worker and its pages. */
import * as z from "zod/mini";
import { versionSchema as v } from "./version.ts";

/** Service worker to page. */
export const workerMessageSchema = z.discriminatedUnion("type", [
  /**
   * Pass the request port that comes with this message on to the host, and start the host if necessary. A host among
   * `hung` (instances in the order in which they were found to hang) is replaced first. The page answers on the port
   * before the host does.
   */
  z.object({ v, type: z.literal("reach-host"), hung: z.readonly(z.array(z.string())) }),
]);

/** Page to service worker. `status`, `stop-counting` and `find-leader` come with a port for the answer. */
export const pageMessageSchema = z.discriminatedUnion("type", [
  /** Sent every few seconds while the page has an open request, to keep the worker alive. */
  z.object({ v, type: z.literal("ping") }),
  z.object({ v, type: z.literal("status") }),
  /** Take control of pages that loaded without it (a first visit, a shift-reload). */
  z.object({ v, type: z.literal("claim") }),
  /**
   * Refuse every request to the network until `end-refusal` arrives on the port that comes with this message, or the
   * Web Lock `lock` is released because the page is gone. Answered with `refusing`, and at the end with the tally.
   */
  z.object({ v, type: z.literal("refuse-outbound"), lock: z.string() }),
  /** Stop counting network requests: all data is about to be deleted. Answered once no write is pending. */
  z.object({ v, type: z.literal("stop-counting") }),
  /** Open a channel to each page, by a `follower` message, and answer with `channels` (`leader-messages.ts`). */
  z.object({ v, type: z.literal("find-leader") }),
]);

/**
 * Page to a waiting worker. That one may be of a later version than the page, so the message has none. Sent once no
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
  /** Random, made when the worker starts: a new value means that the browser stopped the worker in between. */
  instance: z.string(),
  /** Number of requests that hold the engine, and that wait for it. */
  active: z.int(),
  waiting: z.int(),
  /** Instances of the engine's worker that were found to hang, in order. */
  hung: z.readonly(z.array(z.string())),
  /** Speed of the current reply over its last seconds; null without a reply, or when it has just begun. */
  tokensPerSecond: z.nullable(z.number()),
  /** The reason why limits, usage and the log cannot be saved, for a person; absent when they can. */
  storageProblem: z.exactOptional(z.string()),
});

export type WorkerStatus = z.infer<typeof workerStatusSchema>;
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
export type PageMessage = z.infer<typeof pageMessageSchema>;
export type TakeOver = z.infer<typeof takeOverSchema>;
export type EndRefusal = z.infer<typeof endRefusalSchema>;
export type RefusalReply = z.infer<typeof refusingSchema> | z.infer<typeof refusalEndedSchema>;
export type CountingStopped = z.infer<typeof countingStoppedSchema>;
