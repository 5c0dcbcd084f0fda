/**
 * A validated conversation: fields that OpenAI allows in several forms have one form here. The HTTP schema
 * (`request.ts`) parses into it, the wire carries it, and an engine renders it.
 */
import * as z from "zod/mini";

export const textPartSchema = z.object({ type: z.literal("text"), text: z.string() });

export const imagePartSchema = z.object({
  type: z.literal("image"),
  /** A `data:` URL, or an absolute URL of our own origin or of a host that the deployment allows. */
  url: z.string(),
  /** The field of the request, for errors: `messages[2].content[1].image_url.url`. */
  field: z.string(),
});

export const toolCallSchema = z.object({
  id: z.string(),
  type: z.literal("function"),
  function: z.object({
    name: z.string(),
    /** JSON text, as the model wrote it. */
    arguments: z.string(),
  }),
});

/** One turn. System messages are not turns: `Conversation.system` holds their texts. */
export const turnSchema = z.discriminatedUnion("role", [
  z.object({
    role: z.literal("user"),
    content: z.array(z.discriminatedUnion("type", [textPartSchema, imagePartSchema])),
    name: z.exactOptional(z.string()),
  }),
  z.object({
    role: z.literal("assistant"),
    /** "" if the client sent null or nothing. */
    content: z.string(),
    tool_calls: z.array(toolCallSchema),
    name: z.exactOptional(z.string()),
  }),
  z.object({ role: z.literal("tool"), content: z.string(), tool_call_id: z.string() }),
]);

export const toolSchema = z.object({
  name: z.string(),
  description: z.exactOptional(z.string()),
  /** JSON Schema of the arguments; `{}` accepts any object. */
  parameters: z.record(z.string(), z.unknown()),
});

export const toolChoiceSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("none") }),
  z.object({ type: z.literal("auto") }),
  z.object({ type: z.literal("required") }),
  z.object({ type: z.literal("function"), name: z.string() }),
]);

export const responseFormatSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text") }),
  z.object({ type: z.literal("json_object") }),
  z.object({
    type: z.literal("json_schema"),
    /** Absent if the schema came with the type `json_object`. */
    name: z.exactOptional(z.string()),
    schema: z.record(z.string(), z.unknown()),
  }),
]);

/** Sampling controls, forwarded to the engine unchanged. If one is absent, the model's default applies. */
export const samplingSchema = z.object({
  temperature: z.exactOptional(z.number()),
  top_p: z.exactOptional(z.number()),
  presence_penalty: z.exactOptional(z.number()),
  frequency_penalty: z.exactOptional(z.number()),
  seed: z.exactOptional(z.int()),
});

export const conversationSchema = z.object({
  /** The service's identity, then the client's system messages in order, joined by blank lines. */
  system: z.string(),
  turns: z.array(turnSchema),
  tools: z.array(toolSchema),
  tool_choice: toolChoiceSchema,
  parallel_tool_calls: z.boolean(),
  response_format: responseFormatSchema,
  sampling: samplingSchema,
  /** Texts that end the reply; never empty strings. */
  stop: z.array(z.string()),
});

export type ImagePart = z.infer<typeof imagePartSchema>;
export type ToolCall = z.infer<typeof toolCallSchema>;
export type Turn = z.infer<typeof turnSchema>;
export type Tool = z.infer<typeof toolSchema>;
export type ToolChoice = z.infer<typeof toolChoiceSchema>;
export type ResponseFormat = z.infer<typeof responseFormatSchema>;
export type Sampling = z.infer<typeof samplingSchema>;
export type Conversation = z.infer<typeof conversationSchema>;
