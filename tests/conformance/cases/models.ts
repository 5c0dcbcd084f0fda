import { anyNumber, get, matching, MODEL, one, refusal, type CaseTheme } from "../case.ts";

const fixture = {
  id: MODEL,
  object: "model",
  created: 1_795_219_200,
  owned_by: "insitu",
  name: "Fixture that chats",
  description: matching(/\S/),
  context_length: 2048,
  architecture: { input_modalities: ["text"], output_modalities: ["text"] },
  pricing: { prompt: "0", completion: "0" },
  top_provider: { context_length: 2048, max_completion_tokens: 128 },
  engines: ["web-llm", "wllama"],
  download_bytes: anyNumber,
  memory_bytes: anyNumber,
  license: "Apache-2.0",
  state: "ready",
};

export const models: CaseTheme = {
  name: "models",
  cases: [
    one("the list names every model that a request may name", get("/models"), {
      status: 200,
      headers: { "content-type": "application/json" },
      body: {
        object: "list",
        data: [
          { id: MODEL },
          { id: "fixture-short", top_provider: { max_completion_tokens: 16 } },
          { id: "fixture-length" },
          { id: "fixture-vision", architecture: { input_modalities: ["text", "image"] } },
          { id: "fixture-blind" },
          { id: "smollm2-135m-instruct" },
        ],
      },
    }),
    one("the list says what each model costs and supports", get("/models"), {
      status: 200,
      body: { data: [fixture, ...Array.from({ length: 5 }, () => ({ state: "installed" }))] },
    }),
    one("one model is shown as it is listed", get(`/models/${MODEL}`), { status: 200, body: fixture }),
    one("an id may be percent-encoded", get("/models/fixture%2Dchat"), { status: 200, body: { id: MODEL } }),
    one("a query changes nothing", get("/models?limit=1"), { status: 200, body: { object: "list" } }),
    one("what a model supports is named as request fields are", get(`/models/${MODEL}`), {
      status: 200,
      check: ({ json }) =>
        ["tools", "tool_choice", "response_format", "seed", "stop", "temperature", "top_p"].every((field) =>
          JSON.stringify(json).includes(`"${field}"`),
        ),
    }),
    one(
      "a model that is not listed is not found",
      get("/models/gpt-5"),
      refusal(404, "model_not_found", "model"),
    ),
    one("an id is not looked up in an object's prototype", get("/models/__proto__"), {
      status: 404,
      error: { param: "model", code: "model_not_found" },
    }),
  ],
};
