/**
 * The request port, one for each request: the broker sends a `RequestMessage`, the host a `ReplyMessage`.
 * Every message is parsed where it arrives: a page of an older build may still talk to a newer worker.
 */
import * as z from "zod/mini";
import { engineErrorCodeSchema } from "../contract/engine-error-code.ts";
import { generateRequestSchema } from "../contract/generate-request.ts";
import { streamPartSchema } from "../contract/stream-part.ts";
import { engineHostStatusSchema } from "../contract/engine-host-status.ts";
import { versionSchema as v } from "./version.ts";

/** Broker to host, on a request's own port. */
export const requestMessageSchema = z.discriminatedUnion("type", [
  /** The broker holds the Web Lock `lock` for as long as it lives: the death of a peer fires no event. */
  z.object({ v, type: z.literal("generate"), request: generateRequestSchema, lock: z.string() }),
  /** The host may send this many more parts. The first credit pays for admission, later ones for generation. */
  z.object({ v, type: z.literal("credit"), count: z.int().check(z.positive()) }),
  /** Nobody is waiting any more: end the generation, or close a port on which none was started. */
  z.object({ v, type: z.literal("cancel") }),
  /** Ask for one `status` reply instead of a generation. */
  z.object({ v, type: z.literal("describe") }),
]);

/** To the broker on a request's own port: from the page that passes it on, then from the host. */
export const replyMessageSchema = z.discriminatedUnion("type", [
  /** The page is looking for the host, and starts it if necessary. */
  z.object({ v, type: z.literal("reaching") }),
  /** The page is passing the port on to this host. */
  z.object({ v, type: z.literal("passed"), instance: z.string() }),
  /** The page found no host and could not start one. */
  z.object({ v, type: z.literal("unreachable") }),
  /** Sent as soon as the port arrives. The host holds the Web Lock `lock` for as long as it lives. */
  z.object({ v, type: z.literal("hello"), instance: z.string(), lock: z.string() }),
  /** Sent every few seconds during a generation: the host's event loop runs. */
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
