import * as z from "zod/mini";
import { conversationTemplateSchema } from "../prompt/template.ts";

/** The part of `mlc-chat-config.json` that we read. web-llm itself reads the rest. */
export const chatConfigSchema = z.object({
  model_type: z.optional(z.string()),
  conv_template: conversationTemplateSchema,
  presence_penalty: z._default(z.number(), 0),
  frequency_penalty: z._default(z.number(), 0),
  eos_token_id: z.optional(z.nullable(z.union([z.int(), z.array(z.int())]))),
});

export type ChatConfig = z.infer<typeof chatConfigSchema>;
