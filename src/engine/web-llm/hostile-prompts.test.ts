/** Whatever clients write, a prompt begins with the identity and has no control tokens but the template's. */
import { readFileSync } from "node:fs";
import { describe, it } from "vitest";
import { expectNoTokensFromTools, expectTurnsAsWritten } from "../prompt/testing/hostile-prompts.ts";
import { createWebLlmPromptBuilder } from "./web-llm-prompt-builder.ts";

const FOLDER = "tests/fixtures/models/fixture-vision/resolve/main";
const TIMEOUT_MS = 60_000;

const promptBuilder = createWebLlmPromptBuilder(
  readFileSync(`${FOLDER}/mlc-chat-config.json`, "utf8"),
  readFileSync(`${FOLDER}/tokenizer.json`, "utf8"),
  readFileSync(`${FOLDER}/mlc-model-manifest.json`, "utf8"),
);
const setup = { promptBuilder, tokenizer: promptBuilder.tokenizer.json };

describe("the prompt of a hostile conversation", () => {
  it(
    "begins with the identity and has exactly the control tokens of the template",
    () => expectTurnsAsWritten(setup, true),
    TIMEOUT_MS,
  );
  it(
    "gets no control tokens from tools, calls and results",
    () => expectNoTokensFromTools(setup),
    TIMEOUT_MS,
  );
});
