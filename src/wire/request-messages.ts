/**
 * The request port, one for each request: the broker sends a `RequestMessage`, the host a `ReplyMessage`.
 * Every message is parsed where it arrives: a page from before an update may still talk to a newer worker.
 */
import * as z from "zod/mini";
import { engineErrorCodeSchema } from "../contract/engine-error-code.ts";
import { generateRequestSchema } from "../contract/generate-request.ts";
import { streamPartSchema } from "../contract/stream-part.ts";
import { engineHostStatusSchema } from "../contract/engine-host-status.ts";
import { versionSchema as v } from "./version.ts";

/** Broker to host, on a request's own port. */
export const requestMessageSchema = z.discriminatedUnion("type", [
  /** The broker holds the Web Lock `lock` for as long as it lives: no event tells that a peer died. */
  z.object({ v, type: z.literal("generate"), request: generateRequestSchema, lock: z.string() }),
  /** The host may send this many parts more. The first credit buys admission, later ones generation. */
  z.object({ v, type: z.literal("credit"), count: z.int().check(z.positive()) }),
  /** Nobody waits any more: end the generation, or close a port on which none was asked for. */
  z.object({ v, type: z.literal("cancel") }),
  /** Ask for one `status` reply instead of a generation. */
  z.object({ v, type: z.literal("describe") }),
]);

/** On a request's own port to the broker: from the page that it was given to, and from the host. */
export const replyMessageSchema = z.discriminatedUnion("type", [
  /** The page looks for the host, and starts it if need be. */
  z.object({ v, type: z.literal("reaching") }),
  /** The page passes the port on to this host now. */
  z.object({ v, type: z.literal("passed"), instance: z.string() }),
  /** The page has found no host, and could start none. */
  z.object({ v, type: z.literal("unreachable") }),
  /** Sent as soon as the port arrives. The host holds the Web Lock `lock` for as long as it lives. */
  z.object({ v, type: z.literal("hello"), instance: z.string(), lock: z.string() }),
  /** Sent every few seconds while the host has a generation open: its event loop runs, whatever the engine does. */
  z.object({ v, type: z.literal("alive") }),
  z.object({ v, type: z.literal("part"), part: streamPartSchema }),
  z.object({
    v,
    type: z.literal("error"),
    code: engineErrorCodeSchema,
    message: z.string(),
    param: z.exactOptional(z.string()),
  }),
  z.object({ v, type: z.literal("end") }),
  z.object({ v, type: z.literal("status"), status: engineHostStatusSchema }),
]);

export type RequestMessage = z.infer<typeof requestMessageSchema>;
export type ReplyMessage = z.infer<typeof replyMessageSchema>;
