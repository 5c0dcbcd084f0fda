/** The list of models: OpenAI's four fields, OpenRouter's names for pricing and capabilities, and our own. */

/** `ready`: loaded into memory; `loading`: being loaded; `installed`: on this machine, but not in memory. */
export type ModelState = "ready" | "installed" | "loading";

/** The engine of a model in memory. */
export interface ModelEngine {
  readonly name: string;
  readonly version: string;
  /** Number of threads, of an engine on the CPU. */
  readonly threads?: number;
  /** The adapter's description, of an engine on the GPU. */
  readonly adapter?: string;
}

export interface ModelObject {
  readonly id: string;
  readonly object: "model";
  /** Unix timestamp in seconds. */
  readonly created: number;
  readonly owned_by: string;
  readonly name: string;
  readonly description: string;
  /** Tokens of prompt and reply together. */
  readonly context_length: number;
  readonly architecture: {
    readonly input_modalities: readonly string[];
    readonly output_modalities: readonly string[];
  };
  /** US dollars per token, as text. Generation runs on the user's machine, so all are "0". */
  readonly pricing: {
    readonly prompt: "0";
    readonly completion: "0";
    readonly request: "0";
    readonly image: "0";
  };
  readonly supported_parameters: readonly string[];
  readonly top_provider: { readonly context_length: number; readonly max_completion_tokens: number };
  /** Names of the engines that the model has files for. */
  readonly engines: readonly string[];
  /** The engine that has the model in memory, or loads it; null if none does. */
  readonly engine: ModelEngine | null;
  /** Size of the files of `engine`; where that is null, of the engine that would run the model. */
  readonly download_bytes: number;
  /** Memory of the loaded model, by the same engine. */
  readonly memory_bytes: number;
  /** Null if unknown. */
  readonly license: string | null;
  readonly state: ModelState;
}

export interface ModelList {
  readonly object: "list";
  readonly data: ModelObject[];
}

export const FREE_PRICING = { prompt: "0", completion: "0", request: "0", image: "0" } as const;

/** Request fields that affect a reply, the same for every model. */
export const SUPPORTED_PARAMETERS = [
  "frequency_penalty",
  "parallel_tool_calls",
  "presence_penalty",
  "response_format",
  "seed",
  "stop",
  "structured_outputs",
  "temperature",
  "tool_choice",
  "tools",
  "top_p",
] as const;

/** The body of the response to `GET /models`. */
export function modelList(data: ModelObject[]): ModelList {
  return { object: "list", data };
}
