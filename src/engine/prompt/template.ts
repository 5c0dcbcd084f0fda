/**
 * A model's chat template, as MLC's `mlc-chat-config.json` writes it in `conv_template`.
 * Source: https://llm.mlc.ai/docs/deploy/mlc_chat_config.html
 */
import * as z from "zod/mini";

export const conversationTemplateSchema = z.object({
  /** Holds `{system_message}`. */
  system_template: z.string(),
  /** Tokens at the start of the prompt, such as a begin-of-text token. */
  system_prefix_token_ids: z.optional(z.nullable(z.array(z.int()))),
  /** False if the role text of the first turn is part of the system template. */
  add_role_after_system_message: z.optional(z.nullable(z.boolean())),
  roles: z.object({ user: z.string(), assistant: z.string(), tool: z.optional(z.string()) }),
  /** Hold `{user_message}`, `{assistant_message}` and `{tool_message}`. */
  role_templates: z.optional(
    z.nullable(
      z.object({
        user: z.optional(z.string()),
        assistant: z.optional(z.string()),
        tool: z.optional(z.string()),
      }),
    ),
  ),
  /** Ends of turns: one for every role, or one for user and tool turns and one for assistant turns. */
  seps: z.array(z.string()).check(z.minLength(1)),
  /** Between a role and its message. */
  role_content_sep: z._default(z.string(), ": "),
  /** Between the assistant's role and the reply to come. */
  role_empty_sep: z._default(z.string(), ": "),
  stop_str: z._default(z.array(z.string()), []),
  stop_token_ids: z._default(z.array(z.int()), []),
});

export type ConversationTemplate = z.infer<typeof conversationTemplateSchema>;
