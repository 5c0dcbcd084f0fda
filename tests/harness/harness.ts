/**
 * The engines for a page that drives them without the service, so that tests can look at the adapter. Bundled for
 * tests only.
 */
export { openAdapter } from "./adapter.ts";
export { firstTokens } from "./first-token.ts";
export { conversationReply } from "./conversation-replies.ts";
export { fixtureReplies } from "./fixture-replies.ts";
export { greedyTokens } from "./greedy-tokens.ts";
export { promptCounts } from "./prompt-counts.ts";
export { adapterRunner, webLlmRunner } from "./runners.ts";
export { openedReplies, toolReplies } from "./tool-replies.ts";

/** The module that a page gets by importing the bundle. */
export type HarnessModule = typeof import("./harness.ts");
