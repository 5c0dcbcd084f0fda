/** A conversation as the app keeps it on this device. The schemas are what a row or a file is parsed with. */
import * as z from "zod/mini";

const text = z.string();

/** An image as it is shown and sent. */
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
  /** The model's own ceiling or its context ended the reply. */
  z.object({ type: z.literal("length") }),
  /** The person stopped it. */
  z.object({ type: z.literal("stopped") }),
  /** The page was closed or reloaded in the middle of it. */
  z.object({ type: z.literal("interrupted") }),
  z.object({ type: z.literal("failed"), message: text }),
]);

const timingSchema = z.object({
  /** From sending the request to the first text, the model being loaded already. */
  firstTextMilliseconds: z.number(),
  /** From the first text to the last. */
  decodeMilliseconds: z.number(),
  completionTokens: z.number(),
});

const assistantMessageSchema = z.object({
  id: text,
  role: z.literal("assistant"),
  text,
  outcome: outcomeSchema,
  /** Null where the reply did not reach its end. */
  timing: z.nullable(timingSchema),
});

export const messageSchema = z.discriminatedUnion("role", [userMessageSchema, assistantMessageSchema]);

/** What the model is asked for beside the messages; null leaves a value to the model. */
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
  /** Null for the default model, whichever it is when a message is sent. */
  model: z.nullable(text),
  sampling: samplingSchema,
});

/** What the list shows of a conversation. Times are in milliseconds since the epoch. */
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
/** How a reply ended. Only `complete` and `length` are whole replies of the model. */
export type ReplyOutcome = Readonly<z.infer<typeof outcomeSchema>>;
export type ReplyTiming = Readonly<z.infer<typeof timingSchema>>;
export type SamplingSettings = Readonly<z.infer<typeof samplingSchema>>;
export type ConversationSettings = Readonly<z.infer<typeof settingsSchema>>;
export type StoredConversation = Readonly<z.infer<typeof conversationSchema>>;

/** A conversation with what was said in it. */
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

/** A title from the first message: its first line that has words, cut between words. */
export function titleOf(messages: readonly StoredMessage[]): string {
  const first = messages.find(({ role }) => role === "user");
  const line = first?.text.split("\n").find((candidate) => candidate.trim() !== "");
  if (line === undefined) return first === undefined ? "New chat" : "Image";
  const words = line.trim().replaceAll(/\s+/g, " ");
  if (words.length <= MAX_TITLE_LENGTH) return words;
  const cut = words.slice(0, MAX_TITLE_LENGTH).replace(/\s+\S*$/, "");
  // Half a character pair at the cut would be shown as a replacement mark.
  return `${cut.replace(/[\uD800-\uDBFF]$/, "")}…`;
}
