/** Replies that tests of both forms script, and what the API makes of them. */
import { admitted, finish, text } from "./scripted-engine.ts";

/** The usage that `finish` becomes. */
export const usage = {
  prompt_tokens: 7,
  completion_tokens: 3,
  total_tokens: 10,
  prompt_tokens_details: { cached_tokens: 2 },
};

/** Text, then two tool calls. */
export const toolCallParts = [
  admitted,
  text("Let me see."),
  { type: "tool-call", index: 0, id: "call_a", name: "weather" },
  { type: "tool-arguments", index: 0, text: '{"city":' },
  { type: "tool-arguments", index: 0, text: '"Paris"}' },
  { type: "tool-call", index: 1, id: "call_b", name: "now" },
  { type: "tool-arguments", index: 1, text: "{}" },
  { ...finish, reason: "tool_calls" },
] as const;
