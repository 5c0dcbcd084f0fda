import { SHORT, badField, type Case, chat, one, type CaseTheme } from "../case.ts";

const taken = (name: string, fields: object): Case =>
  one(`${name} is taken`, chat({ ...SHORT, ...fields }), {
    status: 200,
    headers: { "x-ignored-fields": null },
  });
const refused = (name: string, param: string, fields: object, message?: RegExp): Case =>
  one(`${name} is refused`, chat(fields), badField(param, message));
const ignored = (name: string, fields: object, names: string): Case =>
  one(name, chat({ ...SHORT, ...fields }), { status: 200, headers: { "x-ignored-fields": names } });

export const fields: CaseTheme = {
  name: "fields",
  cases: [
    refused("no model", "model", { model: null }),
    refused("a model that is a number", "model", { model: 5 }),
    one("an unknown model is refused", chat({ model: "gpt-5" }), {
      status: 400,
      error: { param: "model", code: "model_not_found", message: /gpt-5.*GET \/models/ },
    }),
    one("an unknown model is refused before a stream begins", chat({ model: "gpt-5", stream: true }), {
      status: 400,
      headers: { "content-type": "application/json" },
      error: { param: "model", code: "model_not_found" },
    }),

    taken("the coldest temperature", { temperature: 0 }),
    taken("the hottest temperature", { temperature: 2 }),
    refused("a temperature above 2", "temperature", { temperature: 2.1 }, /0 to 2/),
    refused("a temperature below 0", "temperature", { temperature: -0.1 }),
    refused("a temperature in words", "temperature", { temperature: "0.5" }),
    taken("a top_p of 1", { top_p: 1 }),
    taken("a small top_p", { top_p: 0.01 }),
    refused("a top_p of 0", "top_p", { top_p: 0 }, /above 0/),
    refused("a top_p above 1", "top_p", { top_p: 1.5 }),
    taken("both penalties at their least", {
      presence_penalty: -2,
      frequency_penalty: -2,
      stop: [" ", "a", "e", "o"],
    }),
    taken("both penalties at their most", { presence_penalty: 2, frequency_penalty: 2 }),
    refused("a presence_penalty above 2", "presence_penalty", { presence_penalty: 3 }, /-2 to 2/),
    refused("a frequency_penalty below -2", "frequency_penalty", { frequency_penalty: -2.5 }),
    taken("a negative seed", { seed: -1 }),
    refused("a seed with a fraction", "seed", { seed: 1.5 }, /integer/),
    refused("a seed in words", "seed", { seed: "7" }),
    taken("an n of 1", { n: 1 }),
    refused("an n of 2", "n", { n: 2 }, /must be 1/),
    refused("an n of 0", "n", { n: 0 }),
    refused("a stream that is no boolean", "stream", { stream: "true" }, /boolean/),
    refused("stream_options without a stream", "stream_options", { stream_options: { include_usage: true } }),
    refused("an include_usage that is no boolean", "stream_options.include_usage", {
      stream: true,
      stream_options: { include_usage: 1 },
    }),
    refused("an empty stop", "stop", { stop: "" }),
    refused("an empty stop in a list", "stop[1]", { stop: ["a", ""] }),
    refused("five stops", "stop", { stop: ["a", "b", "c", "d", "e"] }, /1 to 4/),
    refused("a stop that is a number", "stop", { stop: 5 }),

    taken("null for every optional field", {
      stream: null,
      stream_options: null,
      tools: null,
      tool_choice: null,
      parallel_tool_calls: null,
      response_format: null,
      top_p: null,
      presence_penalty: null,
      frequency_penalty: null,
      seed: null,
      n: null,
      max_tokens: null,
    }),
    ignored("max_tokens is no ceiling, and named as ignored", { max_tokens: 1 }, "max_tokens"),
    ignored(
      "every field without effect is named as ignored",
      { max_completion_tokens: 1, logprobs: true, user: "me", store: false },
      "max_completion_tokens, logprobs, user, store",
    ),
    one("ignored fields are named in a stream's headers", chat({ ...SHORT, stream: true, user: "me" }), {
      status: 200,
      headers: { "x-ignored-fields": "user" },
    }),
    ignored("a field's name cannot break the header", { "a\r\nx-evil: 1": 1 }, "a??x-evil??1"),
  ],
};
