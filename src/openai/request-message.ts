/** One message of a request, role by role. */
import * as z from "zod/mini";
import { functionNameSchema, listOf, nonEmptyTextSchema, textSchema, omitNullish } from "./schema-parts.ts";

const CONTENT = "must be a string or a non-empty array of content parts";
const DETAIL = "must be 'auto', 'low' or 'high'";

const textPart = z.object(
  { type: z.literal("text", "must be 'text': only user messages may have other parts"), text: textSchema },
  "must be a content part: an object with a 'type'",
);

const imagePart = z.object({
  type: z.literal("image_url"),
  image_url: z.pipe(
    z.object(
      { url: nonEmptyTextSchema, detail: z.nullish(z.enum(["auto", "low", "high"], DETAIL)) },
      "must be an object with a 'url'",
    ),
    z.transform(omitNullish),
  ),
});

const userPart = z.discriminatedUnion("type", [textPart, imagePart], {
  error: (issue) =>
    issue.code === "invalid_union"
      ? "must be 'text' or 'image_url'"
      : "must be a content part: an object with a 'type'",
});

/** Content as a list of parts: a string becomes one text part. */
function contentOf<T>(part: z.ZodMiniType<T>) {
  const parts = listOf(part, { problem: CONTENT });
  return z.pipe(
    z.transform((input) => (typeof input === "string" ? [{ type: "text", text: input }] : input)),
    parts,
  );
}

const textContent = z.pipe(
  contentOf(textPart),
  z.transform((parts) => parts.map(({ text }) => text).join("")),
);

const toolCall = z.object(
  {
    id: nonEmptyTextSchema,
    type: z.literal("function", "must be 'function'"),
    function: z.object(
      { name: functionNameSchema, arguments: textSchema },
      "must be an object with 'name' and 'arguments'",
    ),
  },
  "must be a tool call: an object with 'id', 'type' and 'function'",
);

const name = z.nullish(textSchema);

export const chatMessageSchema = z.discriminatedUnion(
  "role",
  [
    z.object({ role: z.literal("system"), content: textContent }),
    z.object({ role: z.literal("developer"), content: textContent }),
    z.object({ role: z.literal("user"), content: contentOf(userPart), name }),
    z.object({
      role: z.literal("assistant"),
      content: z.nullish(textContent),
      tool_calls: z.nullish(
        listOf(toolCall, { problem: "must be a non-empty array of tool calls, or absent" }),
      ),
      name,
    }),
    z.object({ role: z.literal("tool"), content: textContent, tool_call_id: nonEmptyTextSchema }),
  ],
  {
    error: (issue) =>
      issue.code === "invalid_union"
        ? "must be 'system', 'developer', 'user', 'assistant' or 'tool'"
        : "must be a message: an object with 'role' and 'content'",
  },
);

export type ChatMessage = z.infer<typeof chatMessageSchema>;
