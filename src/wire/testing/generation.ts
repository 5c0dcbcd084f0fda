/** Fixtures for tests of ports and brokers: a request, the status of its host, the engine's identity. */
import type { EngineIdentity } from "../../contract/engine-identity.ts";
import type { GenerateRequest } from "../../contract/generate-request.ts";
import type { Conversation } from "../../openai/conversation.ts";
import type { EngineHostStatus } from "../../contract/engine-host-status.ts";

export const identity: EngineIdentity = { name: "scripted", version: "1" };

export const status: EngineHostStatus = {
  instance: "host-1",
  kind: "shared-worker",
  engine: identity,
  adapter: null,
  model: null,
  installs: [],
  lock: "lock",
  catalogueRevision: 0,
};

/** A question without tools. */
export function generateRequest(
  id: string,
  text: string,
  { owner = "key-1", ...conversation }: Partial<Conversation> & { readonly owner?: string } = {},
): GenerateRequest {
  return {
    id,
    owner,
    model: "m",
    conversation: {
      system: "",
      turns: [{ role: "user", content: [{ type: "text", text }] }],
      tools: [],
      tool_choice: { type: "none" },
      parallel_tool_calls: true,
      response_format: { type: "text" },
      sampling: {},
      stop: [],
      ...conversation,
    },
  };
}
