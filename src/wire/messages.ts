/**
 * What the contexts say to each other. Every message is parsed where it arrives: a page from before an
 * update may still talk to a newer worker, and any script of the origin can post to either.
 *
 * - request port (broker → host, one per request): `Request…` one way, `Reply…` the other
 * - control port (page ⇄ host): `ControlMessage`, `HostMessage`
 * - service worker ⇄ page: `WorkerMessage`, `PageMessage`
 */
import * as z from "zod/mini";
import { conversationSchema } from "../openai/conversation.ts";

/** Raised when a message changes in a way that an older context would misread. */
export const WIRE_VERSION = 1;
const v = z.literal(WIRE_VERSION);

const engineIdentitySchema = z.object({ name: z.string(), version: z.string() });

const generateRequestSchema = z.object({
  id: z.string(),
  owner: z.string(),
  model: z.string(),
  conversation: conversationSchema,
  topLogprobs: z.exactOptional(z.int()),
});

const tokenLogprobSchema = z.object({ token: z.string(), logprob: z.number() });

const streamPartSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("admitted"), promptTokens: z.int(), engine: engineIdentitySchema }),
  z.object({
    type: z.literal("waiting"),
    phase: z.enum(["queue", "download", "verify", "load", "prefill"]),
    fraction: z.exactOptional(z.number()),
  }),
  z.object({
    type: z.literal("text"),
    text: z.string(),
    logprobs: z.exactOptional(
      z.readonly(z.array(z.object({ top: z.readonly(z.array(tokenLogprobSchema)) }))),
    ),
  }),
  z.object({ type: z.literal("tool-call"), index: z.int(), id: z.string(), name: z.string() }),
  z.object({ type: z.literal("tool-arguments"), index: z.int(), text: z.string() }),
  z.object({
    type: z.literal("finish"),
    reason: z.enum(["stop", "tool_calls", "length"]),
    usage: z.object({ promptTokens: z.int(), cachedTokens: z.int(), completionTokens: z.int() }),
  }),
]);

/** Broker to host, on a request's own port. */
export const requestMessageSchema = z.discriminatedUnion("type", [
  /** The broker holds the Web Lock `lock` for as long as it lives: no event tells that a peer died. */
  z.object({ v, type: z.literal("generate"), request: generateRequestSchema, lock: z.string() }),
  /** The host may send this many parts more. The first credit buys admission, later ones generation. */
  z.object({ v, type: z.literal("credit"), count: z.int().check(z.positive()) }),
  z.object({ v, type: z.literal("cancel") }),
  /** Ask for one `status` reply instead of a generation. */
  z.object({ v, type: z.literal("describe") }),
]);

const engineErrorCodeSchema = z.enum([
  "invalid",
  "model-not-found",
  "context-overflow",
  "queue-full",
  "unavailable",
  "unsupported",
  "failed",
  "cancelled",
]);

/** Page to host. */
export const controlMessageSchema = z.discriminatedUnion("type", [
  /** Serve the request port that comes with this message. */
  z.object({ v, type: z.literal("serve") }),
  /** Make a model ready. A `load` brings a port on which the host answers once with a `LoadReply`. */
  z.object({ v, type: z.literal("load"), model: z.string() }),
  /** Ask for a `status` message now; later ones come on every change. */
  z.object({ v, type: z.literal("status") }),
]);

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
  kind: z.enum(["shared-worker", "dedicated-worker"]),
  engine: engineIdentitySchema,
  /** The GPU adapter's description, or null where there is none. */
  adapter: z.nullable(z.object({ description: z.string(), software: z.boolean() })),
  /** The model in memory or on its way there. */
  model: z.nullable(modelProgressSchema),
});

/** Host to broker, on a request's own port. */
export const replyMessageSchema = z.discriminatedUnion("type", [
  /** Sent as soon as the port arrives. The host holds the Web Lock `lock` for as long as it lives. */
  z.object({ v, type: z.literal("hello"), instance: z.string(), lock: z.string() }),
  z.object({ v, type: z.literal("part"), part: streamPartSchema }),
  z.object({
    v,
    type: z.literal("error"),
    code: engineErrorCodeSchema,
    message: z.string(),
    param: z.exactOptional(z.string()),
  }),
  z.object({ v, type: z.literal("end") }),
  z.object({ v, type: z.literal("status"), status: hostStatusSchema }),
]);

/** Host to page. */
export const hostMessageSchema = z.object({ v, type: z.literal("status"), status: hostStatusSchema });

/** Host to page, on the port of a `load`. */
export const loadReplySchema = z.discriminatedUnion("type", [
  z.object({ v, type: z.literal("loaded") }),
  z.object({ v, type: z.literal("load-failed"), message: z.string() }),
]);

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

export type ModelProgress = z.infer<typeof modelProgressSchema>;
export type HostStatus = z.infer<typeof hostStatusSchema>;
export type WorkerStatus = z.infer<typeof workerStatusSchema>;
export type RequestMessage = z.infer<typeof requestMessageSchema>;
export type ReplyMessage = z.infer<typeof replyMessageSchema>;
export type ControlMessage = z.infer<typeof controlMessageSchema>;
export type HostMessage = z.infer<typeof hostMessageSchema>;
export type LoadReply = z.infer<typeof loadReplySchema>;
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
export type PageMessage = z.infer<typeof pageMessageSchema>;
