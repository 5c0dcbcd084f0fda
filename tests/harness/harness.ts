/**
 * The engines as a page can drive them without the service in between, for what tests read at the adapter.
 * Bundled for tests only.
 */
export { openAdapter } from "./adapter.ts";
export { firstTokens } from "./first-token.ts";
export { fixtureReplies } from "./fixture-replies.ts";
export { adapterRunner, webLlmRunner } from "./runners.ts";
export { toolReplies, triggeredReplies } from "./tool-replies.ts";

/** What a page gets by importing the bundle. */
export type HarnessModule = typeof import("./harness.ts");
