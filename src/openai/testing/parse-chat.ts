/** Chat requests for tests: building blocks, and what they are parsed into. */
import { ApiError } from "../error.ts";
import type { JsonObject } from "../json-body.ts";
import { type ChatRequest, parseChatRequest, type RequestRules } from "../request.ts";
import { runAtOnce } from "./run-at-once.ts";

const models = new Map([
  ["chat", { input_modalities: ["text"], context_length: 8192 }],
  ["eyes", { input_modalities: ["text", "image"], context_length: 8192 }],
]);

export const rules: RequestRules = {
  identity: "You are Insitu.",
  model: (id) => models.get(id),
  images: { origin: "https://example.org", allowedHosts: ["images.example.com"] },
};

export const user = { role: "user", content: "Hello" };
export const weather = { type: "function", function: { name: "weather", parameters: { type: "object" } } };

/** Parses a chat request; `model` and `messages` have defaults. */
export function parse(fields: JsonObject): ChatRequest {
  return runAtOnce(parseChatRequest({ model: "chat", messages: [user], ...fields }, rules));
}

/** The error that such a request is refused with. */
export function fault(fields: JsonObject): Pick<ApiError, "status" | "param" | "code" | "message"> {
  try {
    parse(fields);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`Accepted: ${JSON.stringify(fields)}`);
}

export const call = (id: string) => ({
  id,
  type: "function",
  function: { name: "weather", arguments: "{}" },
});
export const calls = (...ids: string[]) => ({ role: "assistant", tool_calls: ids.map(call) });
export const answer = (id: string) => ({ role: "tool", tool_call_id: id, content: "sunny" });
export const image = (url: string) => ({ type: "image_url", image_url: { url } });
export const png = "data:image/png;base64,iVBORw0KGgo=";
