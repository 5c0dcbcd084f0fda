/** Our web-llm adapter in a page without the service, and requests for it. */
import { config } from "../../src/config/config.ts";
import type { GenerateRequest } from "../../src/contract/generate-request.ts";
import type { LocalEngine } from "../../src/engine/local/local-engine.ts";
import type { LoadRuntime } from "../../src/engine/web-llm/load-request.ts";
import { createLocalEngine } from "../../src/engine/local/create-local-engine.ts";
import { createWebLlmBackend } from "../../src/engine/web-llm/web-llm-backend.ts";
import { loadWebLlmRuntime } from "../../src/engine/web-llm/web-llm-runtime.ts";
import { createModelFiles } from "../../src/models/model-files.ts";

export interface HarnessPrompt {
  readonly system: string;
  /** URL of an image before the user's text. */
  readonly image?: string;
  readonly user: string;
}

let requests = 0;

/** A request to an engine, with defaults for everything that a test does not set. */
export function makeRequest(
  model: string,
  { system, image, user }: HarnessPrompt,
  more: Partial<Omit<GenerateRequest, "conversation">> & {
    sampling?: GenerateRequest["conversation"]["sampling"];
  } = {},
): GenerateRequest {
  requests += 1;
  const { sampling = { temperature: 0 }, ...rest } = more;
  return {
    id: `chatcmpl-harness-${requests}`,
    owner: "harness",
    model,
    conversation: {
      system,
      turns: [
        {
          role: "user",
          content: [
            ...(image === undefined ? [] : [{ type: "image" as const, url: image, field: "image" }]),
            { type: "text", text: user },
          ],
        },
      ],
      tools: [],
      tool_choice: { type: "auto" },
      parallel_tool_calls: true,
      response_format: { type: "text" },
      sampling,
      stop: [],
    },
    ...rest,
  };
}

const findModel = (id: string) => Promise.resolve(config.models.find((model) => model.id === id));

/** A new engine without a model. */
export function openAdapter(loadRuntime: LoadRuntime = loadWebLlmRuntime): LocalEngine {
  const files = createModelFiles({ scope: new URL("/", location.href) });
  const backend = createWebLlmBackend({ loadRuntime });
  const chooseBackend = () => Promise.resolve(backend);
  return createLocalEngine({ findModel, chooseBackend, files, onProgress: () => {} });
}
