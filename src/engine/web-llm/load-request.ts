import type { PlacedModel } from "./placement.ts";
import type { WebLlmPromptBuilder } from "./web-llm-prompt-builder.ts";

export interface LoadRequest {
  readonly id: string;
  readonly model: PlacedModel;
  /** Tokens of prompt and reply together. */
  readonly contextLength: number;
  readonly promptBuilder: WebLlmPromptBuilder;
  /** The compiled model library, a wasm module. */
  readonly library: ArrayBuffer;
  /** False processes every prompt from its first token, to compare with. */
  readonly reusesPrefixes: boolean;
  /** `fraction` of the whole load, 0 to 1. */
  readonly onProgress: (fraction: number, text: string) => void;
}
