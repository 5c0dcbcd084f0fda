declare module "virtual:insitu-config" {
  export const DEFAULT_MODEL: string;
  export const DEFAULT_ENGINE: import("../contract/engine-name.ts").EnginePreference;
  export const EMBEDDED_MODELS: readonly string[];
  export const MODEL_HOSTS: readonly string[];
  export const DEFAULT_LIMITS: {
    readonly requestsPerMinute: number;
    readonly tokensPerMinute: number;
  };
  export const INSITU_CONFIG: import("./schema.ts").Config;
}

declare module "virtual:insitu-catalogue" {
  export const WEB_LLM_RECORDS: readonly import("../contract/model.ts").WebLlmRecord[];
}
