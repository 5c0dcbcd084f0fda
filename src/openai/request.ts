/** Parses the body of `POST /chat/completions` into a conversation. */
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
import type { Sliced } from "../util/sliced.ts";

interface ModelRules {
  readonly input_modalities: readonly string[];
  /** Tokens of prompt and reply together. */
  readonly context_length: number;
}

/** The context that a request is checked against. */
export interface RequestRules {
  /** The service's identity and rules: the first text of every prompt. */
  readonly identity: string;
  /** The listed model `id`, or undefined if it is not listed. */
  model(id: string): ModelRules | undefined;
  readonly images: ImageSources;
}

export interface ChatRequest {
  readonly model: string;
  readonly stream: boolean;
  /** True if the last chunk of a stream carries the usage. */
  readonly includeUsage: boolean;
  readonly conversation: Conversation;
  /** Names of the body's fields that have no effect, as the client spells them. */
  readonly ignoredFields: readonly string[];
}

const BOOLEAN = "must be a boolean";
const STOP = "must be a non-empty string or an array of 1 to 4 non-empty strings";

function numberBetween(min: number, max: number) {
  const problem = `must be a number from ${min} to ${max}`;
  return z.number(problem).check(z.gte(min, problem), z.lte(max, problem));
}

const TOP_P = "must be a number above 0 and at most 1";
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
  seed: z.optional(z.int("must be an integer between -(2^53 - 1) and 2^53 - 1")),
  stop: z.optional(stopSchema),
  n: z.optional(z.literal(1, "must be 1: a reply has exactly one choice")),
  tools: z.optional(requestToolsSchema),
  tool_choice: z.optional(requestToolChoiceSchema),
  parallel_tool_calls: z.optional(z.boolean(BOOLEAN)),
  response_format: z.optional(requestResponseFormatSchema),
});

const KNOWN_FIELDS: ReadonlySet<string> = new Set(["model", "messages", ...Object.keys(bodySchema.shape)]);

/**
 * Validates a body and converts it into the form that engines work on. The model is checked first, then the messages,
 * then the other fields; the first fault is reported.
 *
 * @throws {ApiError} 400 naming the invalid field
 */
export function* parseChatRequest(body: JsonObject, rules: RequestRules): Sliced<ChatRequest> {
  const given: JsonObject = omitNullish(body);
  const { id: model, input_modalities, context_length } = findModel(given["model"], rules);
  const modelContext = { id: model, context_length };
  const messages = yield* parseMessages(given["messages"], modelContext);
  const fields = parseField(bodySchema, given);
  const { stream = false, stream_options, stop = [], tools, tool_choice } = fields;
  if (stream_options !== undefined && !stream) {
    throw fieldError("stream_options", "is only allowed when 'stream' is true");
  }
  const { parallel_tool_calls, response_format } = fields;
  checkToolFields({ tools, tool_choice, parallel_tool_calls });
  const systemAndTurns = toSystemAndTurns(messages, rules.identity);
  checkTextLength(countCharacters(systemAndTurns), modelContext);
  checkImages(messages, input_modalities.includes("image") ? rules.images : undefined, model);
  const { temperature, top_p, presence_penalty, frequency_penalty, seed } = fields;
  return {
    model,
    stream,
    includeUsage: stream_options?.include_usage ?? false,
    conversation: {
      ...systemAndTurns,
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

/** @param sources undefined if the model takes no images */
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
          `must be left out: a request may have at most ${MAX_IMAGES} images`,
        );
      }
      const problem = imageUrlProblem(part.image_url.url, sources);
      if (problem !== undefined) throw fieldError(`${at}.image_url.url`, problem);
    }
  }
}
