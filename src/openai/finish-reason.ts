/** Finish reasons of this service; OpenAI's list is longer. */
export const FINISH_REASONS = ["stop", "tool_calls", "length"] as const;

export type FinishReason = (typeof FINISH_REASONS)[number];
