/**
 * The stock OpenAI SDK as a file of its own, `/openai.js`, for pages without a bundler.
 * Nothing of ours is in it.
 */
export * from "openai";
export { default } from "openai";
