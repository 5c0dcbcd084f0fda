/** The body of `POST /chat/completions`: what it may hold, and what it becomes. */
import * as z from "zod/mini";
import type { Conversation } from "./conversation.ts";
import { ApiError, fieldError, quote } from "./error.ts";
import { checkTextLength } from "./context-length.ts";
import { parseField } from "./field-path.ts";
import { imageUrlProblem, type ImageSources, MAX_IMAGES } from "./image-url.ts";
import type { JsonObject } from "./json-body.ts";
import { countCharacters, toSystemAndTurns } from "./request-conversation.ts";
import type { ChatMessage } from "./request-message.ts";
import { parseMessages } from "./request-messages.ts";
import {
  checkToolFields,
  requestResponseFormatSchema,
  requestToolChoiceSchema,
  requestToolsSchema,
} from "./request-tools.ts";
import { listOf, nonEmptyTextSchema, omitNullish } from "./schema-parts.ts";
import type { Sliced } from "./sliced.ts";

interface ModelRules {
  readonly input_modalities: readonly string[];
  /** Tokens of prompt and reply together. */
  readonly context_length: number;
}

/** What a request is checked against. */
export interface RequestRules {
  /** The service's own identity and rules: they stand first in every prompt. */
  readonly identity: string;
  /** What the listed model `id` takes, or undefined where it is not listed. */
  model(id: string): ModelRules | undefined;
  readonly images: ImageSources;
}

export interface ChatRequest {
  readonly model: string;
  readonly stream: boolean;
  /** Whether a stream ends with a chunk that carries the usage. */
  readonly includeUsage: boolean;
  readonly conversation: Conversation;
  /** Fields of the body that change nothing, in the client's spelling. */
  readonly ignoredFields: readonly string[];
}

const BOOLEAN = "must be a boolean";
const STOP = "must be a non-empty string or an array of 1 to 4 of them";

function numberBetween(least: number, most: number) {
  const problem = `must be a number from ${least} to ${most}`;
  return z.number(problem).check(z.gte(least, problem), z.lte(most, problem));
}

const TOP_P = "must be a number above 0 and up to 1";
const penalty = z.optional(numberBetween(-2, 2));

const stopSchema = z.pipe(
  z.transform((input) => (typeof input === "string" && input !== "" ? [input] : input)),
  listOf(nonEmptyTextSchema, { problem: STOP, maxLength: 4 }),
);

const bodySchema = z.object({
  stream: z.optional(z.boolean(BOOLEAN)),
  stream_options: z.optional(
    z.object(
      { include_usage: z.nullish(z.boolean(BOOLEAN)) },
      'must be an object, such as {"include_usage": true}',
    ),
  ),
  temperature: z.optional(numberBetween(0, 2)),
  top_p: z.optional(z.number(TOP_P).check(z.gt(0, TOP_P), z.lte(1, TOP_P))),
  presence_penalty: penalty,
  frequency_penalty: penalty,
  seed: z.optional(z.int("must be an integer that a double holds exactly")),
  stop: z.optional(stopSchema),
  n: z.optional(z.literal(1, "must be 1: a reply has exactly one choice")),
  tools: z.optional(requestToolsSchema),
  tool_choice: z.optional(requestToolChoiceSchema),
  parallel_tool_calls: z.optional(z.boolean(BOOLEAN)),
  response_format: z.optional(requestResponseFormatSchema),
});

const KNOWN_FIELDS: ReadonlySet<string> = new Set(["model", "messages", ...Object.keys(bodySchema.shape)]);

/**
 * Checks a body and brings it into the one form that engines work on. The model is checked first, then
 * field by field; the first fault is reported.
 *
 * @throws {ApiError} 400 naming the field at fault
 */
export function* parseChatRequest(body: JsonObject, rules: RequestRules): Sliced<ChatRequest> {
  const given: JsonObject = omitNullish(body);
  const { id: model, input_modalities, context_length } = findModel(given["model"], rules);
  const bound = { id: model, context_length };
  const messages = yield* parseMessages(given["messages"], bound);
  const fields = parseField(bodySchema, given);
  const { stream = false, stream_options, stop = [], tools, tool_choice } = fields;
  if (stream_options !== undefined && !stream) {
    throw fieldError("stream_options", "is only allowed when 'stream' is true");
  }
  const { parallel_tool_calls, response_format } = fields;
  checkToolFields({ tools, tool_choice, parallel_tool_calls });
  const folded = toSystemAndTurns(messages, rules.identity);
  checkTextLength(countCharacters(folded), bound);
  checkImages(messages, input_modalities.includes("image") ? rules.images : undefined, model);
  const { temperature, top_p, presence_penalty, frequency_penalty, seed } = fields;
  return {
    model,
    stream,
    includeUsage: stream_options?.include_usage ?? false,
    conversation: {
      ...folded,
      tools: tools ?? [],
      tool_choice: tool_choice ?? { type: tools === undefined ? "none" : "auto" },
      parallel_tool_calls: parallel_tool_calls ?? true,
      response_format: response_format ?? { type: "text" },
      sampling: omitNullish({ temperature, top_p, presence_penalty, frequency_penalty, seed }),
      stop,
    },
    ignoredFields: Object.keys(given).filter((name) => !KNOWN_FIELDS.has(name)),
  };
}

function findModel(id: unknown, rules: RequestRules) {
  if (typeof id !== "string") throw fieldError("model", "must be the id of a model that GET /models lists");
  const listed = rules.model(id);
  if (listed !== undefined) return { id, ...listed };
  throw new ApiError(
    400,
    `The model ${quote(id)} does not exist: 'model' must be an id that GET /models lists.`,
    {
      param: "model",
      code: "model_not_found",
    },
  );
}

/** `sources` is undefined where the model takes no images. */
function checkImages(
  messages: readonly ChatMessage[],
  sources: ImageSources | undefined,
  model: string,
): void {
  let images = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role !== "user") continue;
    for (const [partIndex, part] of message.content.entries()) {
      if (part.type !== "image_url") continue;
      const at = `messages[${index}].content[${partIndex}]`;
      if (sources === undefined) {
        throw fieldError(at, `must be a text part: the model ${quote(model)} takes no images`);
      }
      images += 1;
      if (images > MAX_IMAGES) {
        throw fieldError(
          `${at}.image_url.url`,
          `is one too many: a request may have at most ${MAX_IMAGES} images`,
        );
      }
      const problem = imageUrlProblem(part.image_url.url, sources);
      if (problem !== undefined) throw fieldError(`${at}.image_url.url`, problem);
    }
  }
}
