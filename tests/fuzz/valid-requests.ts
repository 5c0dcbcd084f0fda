/** Valid requests, as varied as the contract allows. */
import fc from "fast-check";
import type { Json } from "./json.ts";
import { nonEmptyText, text } from "./texts.ts";

const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/);
const textPart = fc.record({ type: fc.constant("text"), text });
const textContent = fc.oneof(text, fc.array(textPart, { minLength: 1, maxLength: 3 }));

const imagePart = fc.record(
  {
    type: fc.constant("image_url"),
    image_url: fc.record(
      {
        url: fc.constantFrom("data:image/png;base64,iVBORw0KGgo=", "https://example.org/app/a.png"),
        detail: fc.constantFrom("auto", "low", "high", null),
      },
      { requiredKeys: ["url"] },
    ),
  },
  { requiredKeys: ["type", "image_url"] },
);

const schema: fc.Arbitrary<Json> = fc.oneof(
  fc.constant({}),
  fc.constant({ type: "object", properties: {} }),
  fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(text, fc.constantFrom<Json>({ type: "string" }, { enum: ["a", "$&"] }, {}), {
      maxKeys: 3,
    }),
    required: fc.constant([]),
    description: text,
  }),
);

/** Messages in a valid order: a call is followed by its results. */
function round(withImages: boolean): fc.Arbitrary<readonly Json[]> {
  const userParts = withImages ? fc.oneof(textPart, imagePart) : textPart;
  const plain: fc.Arbitrary<Json> = fc.oneof(
    fc.record({ role: fc.constantFrom("system", "developer"), content: textContent }),
    fc.record(
      {
        role: fc.constant("user"),
        content: fc.oneof(text, fc.array(userParts, { minLength: 1, maxLength: 3 })),
        name: fc.oneof(text, fc.constant(null)),
        extra: fc.constant(1),
      },
      { requiredKeys: ["role", "content"] },
    ),
    fc.record({ role: fc.constant("assistant"), content: textContent }),
  );
  const calls = fc
    .uniqueArray(fc.tuple(nonEmptyText, name, text, textContent), {
      minLength: 1,
      maxLength: 3,
      // As the service reads ids: every lone surrogate becomes the same character.
      selector: ([id]) => id.toWellFormed(),
    })
    .chain((issued) =>
      fc.record({
        issued: fc.constant(issued),
        answers: fc.shuffledSubarray(issued, { minLength: issued.length }),
        content: fc.constantFrom<Json>(null, "", "Let me see."),
      }),
    )
    .map(({ issued, answers, content }): readonly Json[] => [
      {
        role: "assistant",
        content,
        tool_calls: issued.map(([id, called, given]) => ({
          id,
          type: "function",
          function: { name: called, arguments: given },
        })),
      },
      ...answers.map(([id, , , answer]) => ({ role: "tool", tool_call_id: id, content: answer })),
    ]);
  return fc.oneof(
    { weight: 4, arbitrary: plain.map((message) => [message]) },
    { weight: 1, arbitrary: calls },
  );
}

const tools = fc.uniqueArray(name, { minLength: 1, maxLength: 3 }).chain((names) =>
  fc.record(
    {
      tools: fc.tuple(
        ...names.map((tool) =>
          fc.record({
            type: fc.constant("function"),
            function: fc.record(
              { name: fc.constant(tool), description: text, parameters: schema, strict: fc.boolean() },
              { requiredKeys: ["name"] },
            ),
          }),
        ),
      ),
      tool_choice: fc.constantFrom<Json>(
        "none",
        "auto",
        "required",
        ...names.map((tool) => ({ type: "function", function: { name: tool } })),
      ),
      parallel_tool_calls: fc.boolean(),
    },
    { requiredKeys: ["tools"] },
  ),
);

const format = fc.record({
  response_format: fc.oneof(
    fc.constantFrom<Json>({ type: "text" }, { type: "json_object" }),
    fc.record({ type: fc.constant("json_object"), schema }),
    fc.record({
      type: fc.constant("json_schema"),
      json_schema: fc.record({ name, schema }, { requiredKeys: ["name", "schema"] }),
    }),
  ),
});

const penalty = fc.double({ min: -2, max: 2, noNaN: true });

const controls = fc.record(
  {
    temperature: fc.double({ min: 0, max: 2, noNaN: true }),
    top_p: fc.double({ min: 0, max: 1, minExcluded: true, noNaN: true }),
    presence_penalty: penalty,
    frequency_penalty: penalty,
    seed: fc.maxSafeInteger(),
    stop: fc.oneof(nonEmptyText, fc.array(nonEmptyText, { minLength: 1, maxLength: 4 })),
    n: fc.constantFrom(1, null),
    max_tokens: fc.nat(),
    user: text,
  },
  { requiredKeys: [] },
);

const streaming = fc.oneof(
  fc.constant({}),
  fc.record({ stream: fc.constant(true) }),
  fc.record({ stream: fc.constant(true), stream_options: fc.record({ include_usage: fc.boolean() }) }),
);

/**
 * The body of a valid request to a service with a text model `models[0]` and an image model `models[1]`.
 */
export function validRequest(models: readonly [string, string]): fc.Arbitrary<Json> {
  return fc.constantFrom(false, true).chain((withImages) =>
    fc
      .record({
        model: fc.constant(models[withImages ? 1 : 0]),
        messages: fc.array(round(withImages), { minLength: 1, maxLength: 4 }).map((rounds) => rounds.flat()),
        streaming,
        extras: fc.oneof(fc.constant({}), tools, format),
        controls,
      })
      .map(({ model, messages, streaming: stream, extras, controls: given }): Json => ({
        model,
        messages,
        ...stream,
        ...extras,
        ...given,
      })),
  );
}
