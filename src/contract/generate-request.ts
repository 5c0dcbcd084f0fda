import * as z from "zod/mini";
import { conversationSchema } from "../openai/conversation.ts";

/** A request for one reply, as the server hands it to an `Engine`. */
export const generateRequestSchema = z.object({
  /** The completion's id (`chatcmpl-…`), unique; the same request dispatched twice has the same id. */
  id: z.string(),
  /** The caller, for fairness between callers: an API key's id. */
  owner: z.string(),
  model: z.string(),
  conversation: conversationSchema,
});

export type GenerateRequest = z.infer<typeof generateRequestSchema>;
