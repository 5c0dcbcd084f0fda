import type { EngineIdentity } from "../../contract/engine-identity.ts";

/** The version of `@mlc-ai/web-llm` in package.json; a test holds them together. */
export const ENGINE_IDENTITY: EngineIdentity = { name: "web-llm", version: "0.2.86" };
