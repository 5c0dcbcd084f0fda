/** A conversation as the app stores it. The schemas parse database rows and imported files. */
import * as z from "zod/mini";

const text = z.string();

/** An image as it is stored, shown and sent. */
export const imageUrlSchema = z
  .string()
  .check(
    z.regex(
      /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]/,
      "must be a data: URL of a PNG, JPEG, WebP or GIF image",
    ),
  );

const userMessageSchema = z.object({
  id: text,
  role: z.literal("user"),
  text,
  images: z.array(imageUrlSchema),
});

const outcomeSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("complete") }),
  /** Cut at the model's output limit or at the end of its context. */
  z.object({ type: z.literal("length") }),
  /** Stopped by the user. */
  z.object({ type: z.literal("stopped") }),
  /** The page was closed or reloaded during the reply. */
  z.object({ type: z.literal("interrupted") }),
  z.object({ type: z.literal("failed"), message: text }),
]);

const timingSchema = z.object({
  /** From the request to the first text, without the time to load the model. */
  firstTextMilliseconds: z.number(),
  /** From the first text to the last. */
  decodeMilliseconds: z.number(),
  completionTokens: z.number(),
  // Replies that were stored before these counts have none.
  promptTokens: z._default(z.number(), 0),
  /** Tokens of the prompt that needed no processing, because an earlier prompt began alike. */
  cachedTokens: z._default(z.number(), 0),
});

const assistantMessageSchema = z.object({
  id: text,
  role: z.literal("assistant"),
  text,
  outcome: outcomeSchema,
  /** Null for an incomplete reply. */
  timing: z.nullable(timingSchema),
});

export const messageSchema = z.discriminatedUnion("role", [userMessageSchema, assistantMessageSchema]);

/** Request fields beside the messages. Null: the model's default. */
export const samplingSchema = z.object({
  temperature: z.nullable(z.number().check(z.minimum(0), z.maximum(2))),
  top_p: z.nullable(z.number().check(z.gt(0), z.maximum(1))),
  seed: z.nullable(z.int()),
  presence_penalty: z.nullable(z.number().check(z.minimum(-2), z.maximum(2))),
  frequency_penalty: z.nullable(z.number().check(z.minimum(-2), z.maximum(2))),
  stop: z.array(z.string().check(z.minLength(1))).check(z.maxLength(4)),
});

export const settingsSchema = z.object({
  systemPrompt: text,
  /** Null: the model that is the default when a message is sent. */
  model: z.nullable(text),
  sampling: samplingSchema,
});

/** A conversation without its messages. Times are in milliseconds since 1970. */
export const conversationSchema = z.object({
  id: text,
  title: text,
  createdAt: z.number(),
  updatedAt: z.number(),
  settings: settingsSchema,
});

export type StoredUserMessage = Readonly<z.infer<typeof userMessageSchema>>;
export type StoredAssistantMessage = Readonly<z.infer<typeof assistantMessageSchema>>;
export type StoredMessage = StoredUserMessage | StoredAssistantMessage;
/** End of a reply. Only `complete` and `length` are ends by the model. */
export type ReplyOutcome = Readonly<z.infer<typeof outcomeSchema>>;
export type ReplyTiming = Readonly<z.infer<typeof timingSchema>>;
export type SamplingSettings = Readonly<z.infer<typeof samplingSchema>>;
export type ConversationSettings = Readonly<z.infer<typeof settingsSchema>>;
export type StoredConversation = Readonly<z.infer<typeof conversationSchema>>;

export interface ConversationWithMessages extends StoredConversation {
  readonly messages: readonly StoredMessage[];
}

export const DEFAULT_SETTINGS: ConversationSettings = {
  systemPrompt: "",
  model: null,
  sampling: {
    temperature: null,
    top_p: null,
    seed: null,
    presence_penalty: null,
    frequency_penalty: null,
    stop: [],
  },
};

const MAX_TITLE_LENGTH = 60;

/** Title from the first message: its first line that is not blank, shortened at a word boundary. */
export function titleOf(messages: readonly StoredMessage[]): string {
  const first = messages.find(({ role }) => role === "user");
  const line = first?.text.split("\n").find((candidate) => candidate.trim() !== "");
  if (line === undefined) return first === undefined ? "New chat" : "Image";
  const words = line.trim().replaceAll(/\s+/g, " ");
  if (words.length <= MAX_TITLE_LENGTH) return words;
  const cut = words.slice(0, MAX_TITLE_LENGTH).replace(/\s+\S*$/, "");
  // Half a surrogate pair at the cut would be shown as a replacement character.
  return `${cut.replace(/[\uD800-\uDBFF]$/, "")}…`;
}
