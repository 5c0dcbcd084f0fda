/** The one place that turns whatever was thrown into an error with a status. */
import { EngineError } from "../contract/engine-error.ts";
import { ApiError } from "../openai/error.ts";
import { retryAfter } from "./rate-limit.ts";

/** nginx's status for a request that the client gave up before its end. */
export const CLIENT_CLOSED_REQUEST = 499;

/** How long a client should wait for the engine, in milliseconds: long enough for a turn to end. */
const RETRY_AFTER_MS = 5_000;

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof EngineError) return fromEngineError(error);
  // Its message was written for a developer, and may tell of internals.
  return new ApiError(500, "The service failed while it handled this request.", { cause: error });
}

function fromEngineError(error: EngineError): ApiError {
  const { message } = error;
  switch (error.code) {
    case "invalid":
      return new ApiError(400, message, { param: error.param ?? null, cause: error });
    case "model-not-found":
      return new ApiError(400, message, { param: "model", code: "model_not_found", cause: error });
    case "context-overflow":
      return new ApiError(400, message, { param: "messages", code: "context_length_exceeded", cause: error });
    case "queue-full":
      return new ApiError(429, message, {
        type: "requests",
        code: "queue_full",
        headers: retryAfter(RETRY_AFTER_MS),
        cause: error,
      });
    case "unavailable":
      return new ApiError(503, message, {
        code: "engine_unavailable",
        headers: retryAfter(RETRY_AFTER_MS),
        cause: error,
      });
    case "unsupported":
      return new ApiError(503, message, {
        code: "engine_unavailable",
        headers: { "x-should-retry": "false" },
        cause: error,
      });
    case "failed":
      return new ApiError(500, message, { cause: error });
    case "cancelled":
      // Nobody reads it: the log does.
      return new ApiError(CLIENT_CLOSED_REQUEST, message, { cause: error });
  }
}
