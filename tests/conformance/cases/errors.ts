import { badField, chat, get, one, refusal, type Sent, type CaseTheme, user } from "../case.ts";

const JSON_TYPE = { "content-type": "application/json" };
const post = (body: Sent["body"] & {}, options: Partial<Sent> = {}): Sent => ({
  method: "POST",
  path: "/chat/completions",
  key: "valid",
  headers: JSON_TYPE,
  body,
  ...options,
});
const bad = { authorization: "Bearer no" };
const notJson = { status: 400, error: { param: null, code: null, message: /JSON/ } };
const MAX_BODY_BYTES = 20 * 2 ** 20;
const long = user("long ".repeat(600));
const overflow = refusal(400, "context_length_exceeded", "messages");

export const errors: CaseTheme = {
  name: "errors and their order",
  cases: [
    one("an empty body is refused", post(""), notJson),
    one("half of a JSON object is refused", post('{"model": "fixture-chat", "messages"'), notJson),
    one("a list is refused", post("[]"), notJson),
    one("null is refused", post("null"), notJson),
    one("a text is refused", post('"Hi."'), notJson),
    one("another content type is refused", post("{}", { headers: { "content-type": "text/plain" } }), {
      status: 400,
      error: { param: null, code: null, message: /content-type.*application\/json/ },
    }),
    one("a body without a content type is refused", post("{}", { headers: {} }), {
      status: 400,
      error: { param: null, code: null, message: /content-type/ },
    }),
    one(
      "a content type is read in any case, and with parameters",
      {
        ...chat({ stop: ["a", "e", "i", "o"] }),
        headers: { "content-type": "Application/JSON; charset=utf-8" },
      },
      { status: 200 },
    ),
    one("nesting without end is refused", post(["[", 100_000]), {
      status: 400,
      error: { param: null, code: null, message: /nested/ },
    }),
    one(
      "a body of more than 20 MiB is refused, before it is found to be no JSON",
      post([" ", MAX_BODY_BYTES + 1]),
      refusal(413),
    ),
    one("a long value comes back short", chat({ model: "m".repeat(100_000) }), {
      status: 400,
      error: { param: "model", code: "model_not_found" },
      check: ({ json }) => JSON.stringify(json).length < 1000,
    }),
    one("a prompt longer than the context is refused", chat({ messages: long }), overflow),
    one("and so it is before a stream begins", chat({ messages: long, stream: true }), overflow),

    one("the key is checked before the path", get("/nothing", { key: bad }), refusal(401, "invalid_api_key")),
    one(
      "the key is checked before the method",
      post("{", { method: "PUT", key: bad }),
      refusal(401, "invalid_api_key"),
    ),
    one(
      "the key is checked before the body",
      post([" ", MAX_BODY_BYTES + 1], { key: bad }),
      refusal(401, "invalid_api_key"),
    ),
    one("the path is checked before the body", post("{", { path: "/completions" }), refusal(404)),
    one("the method is checked before the body", post("{", { method: "PUT" }), refusal(405)),
    one("the JSON is checked before the model", post('{"model": "gpt-5",'), notJson),
    one("the model is checked before the fields", chat({ model: "gpt-5", messages: [], temperature: 9 }), {
      status: 400,
      error: { param: "model", code: "model_not_found" },
    }),
    one(
      "the fields are checked before the length",
      chat({ messages: long, temperature: 9 }),
      badField("temperature"),
    ),
    one("the model is checked before the queue", chat({ model: "gpt-5" }, { crowd: 40 }), {
      status: 400,
      error: { param: "model", code: "model_not_found" },
    }),
    one("a full queue is said, with when to come back", chat({}, { crowd: 40 }), {
      status: 429,
      headers: { "retry-after": /^\d+$/, "retry-after-ms": /^\d+$/ },
      error: { type: "requests", param: null, code: "queue_full" },
    }),
  ],
};
