import type { EngineIdentity } from "../../contract/engine-identity.ts";

/** The version of `@wllama/wllama` in package.json; a test holds them together. */
export const ENGINE_IDENTITY: EngineIdentity = { name: "wllama", version: "3.8.1" };
