import type { ReplyCommand } from "../../wire/cpu-engine-messages.ts";
import { WIRE_VERSION as v } from "../../wire/version.ts";

export const testReply: ReplyCommand = {
  v,
  type: "reply",
  id: 1,
  prompt: ["Once"],
  maxTokens: 9,
  sampling: { temperature: 0, top_p: 1, presence_penalty: 0, frequency_penalty: 0 },
  logitBias: [],
  topLogprobs: 0,
};
