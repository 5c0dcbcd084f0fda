/** The only place that maps thrown errors to HTTP statuses. */
import { EngineError } from "../contract/engine-error.ts";
import { ApiError } from "../openai/error.ts";
import { retryAfter } from "./rate-limit.ts";

/** nginx's status for a request that the client cancelled. */
export const CLIENT_CLOSED_REQUEST = 499;

/** Time after which a client should try again, in milliseconds: a reply may have ended by then. */
const RETRY_AFTER_MS = 5_000;

/** The error to send for whatever was thrown. An unexpected error becomes a 500 that does not reveal it. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof EngineError) return fromEngineError(error);
  // Its message was written for developers, and may reveal internals.
  return new ApiError(500, "The service failed while handling this request.", { cause: error });
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
      // The client is gone: the status is for the log.
      return new ApiError(CLIENT_CLOSED_REQUEST, message, { cause: error });
  }
}
