import * as z from "zod/mini";

/**
 * The reason why a generation failed. The server maps each to one status:
 * - `invalid`: 400, the request cannot be served as it is; `param` names the field
 * - `model-not-found`: 400
 * - `context-overflow`: 400, the prompt is longer than the model's context
 * - `queue-full`: 429
 * - `unavailable`: 503 with retry-after; the host is gone, or loading takes too long
 * - `unsupported`: 503 without retry; nothing on this machine can run the model
 * - `failed`: 500
 * - `cancelled`: the caller gave up; no answer is owed
 */
export const engineErrorCodeSchema = z.enum([
  "invalid",
  "model-not-found",
  "context-overflow",
  "queue-full",
  "unavailable",
  "unsupported",
  "failed",
  "cancelled",
]);

export type EngineErrorCode = z.infer<typeof engineErrorCodeSchema>;
