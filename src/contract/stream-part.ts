/** The parts of a reply, as an `Engine` generates them. */
import * as z from "zod/mini";
import { FINISH_REASONS } from "../openai/finish-reason.ts";
import { engineIdentitySchema } from "./engine-identity.ts";

const waitingSchema = z.object({
  /** The reason for the wait. */
  phase: z.enum(["queue", "download", "verify", "load", "prefill"]),
  /** 0 to 1, where the length of the wait is known. */
  fraction: z.exactOptional(z.number()),
});

/** Token counts of one reply. */
const usageSchema = z.object({
  /** Tokens of the whole prompt, cached or not. */
  promptTokens: z.int(),
  /** Prompt tokens that needed no prefill. */
  cachedTokens: z.int(),
  completionTokens: z.int(),
});

/**
 * The parts of one reply, in order: `admitted` once, then any number of `waiting` and one `started`, then
 * text and tool calls, then `finish` once. A reply that ends without `finish` failed, by a thrown `EngineError`.
 */
export const streamPartSchema = z.discriminatedUnion("type", [
  /** The model can serve the request: the prompt fits and its grammars compile. */
  z.object({ type: z.literal("admitted"), promptTokens: z.int(), engine: engineIdentitySchema }),
  /**
   * The model is loaded, and `engine` generates the reply: that of the admission, now with its number of threads, or the
   * next one where that did not start.
   */
  z.object({ type: z.literal("started"), engine: engineIdentitySchema }),
  z.extend(waitingSchema, { type: z.literal("waiting") }),
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("tool-call"), index: z.int(), id: z.string(), name: z.string() }),
  z.object({ type: z.literal("tool-arguments"), index: z.int(), text: z.string() }),
  z.object({ type: z.literal("finish"), reason: z.enum(FINISH_REASONS), usage: usageSchema }),
]);

export type Waiting = Readonly<z.infer<typeof waitingSchema>>;
export type Usage = Readonly<z.infer<typeof usageSchema>>;
export type StreamPart = z.infer<typeof streamPartSchema>;
