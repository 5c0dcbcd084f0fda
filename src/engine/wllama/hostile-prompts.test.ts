/** Whatever clients write, a prompt begins with the identity and has no control tokens but the template's. */
import { beforeAll, describe, it } from "vitest";
import { fixtureGguf } from "../../../tools/gguf/fixture/fixture-gguf.ts";
import { blobSource, readGguf } from "../../gguf/gguf.ts";
import { tokenizerJson } from "../../gguf/tokenizer-json.ts";
import {
  expectNoTokensFromTools,
  expectTurnsAsWritten,
  type HostileSetup,
} from "../prompt/testing/hostile-prompts.ts";
import { readGgufModel } from "./gguf-model.ts";

const MODEL = "tests/fixtures/models/fixture-chat";
const TIMEOUT_MS = 60_000;

let setup: HostileSetup;

beforeAll(async () => {
  const file = new Blob([fixtureGguf({ model: MODEL, library: MODEL, halves: true })]);
  const { promptBuilder, rename } = await readGgufModel("fixture-chat", blobSource(file));
  // As llama.cpp reads it.
  const { metadata } = await readGguf(blobSource(rename(file)));
  setup = { promptBuilder, tokenizer: tokenizerJson(metadata) };
});

describe("the prompt of a hostile conversation", () => {
  it(
    "begins with the identity and has exactly the control tokens of the template",
    () => expectTurnsAsWritten(setup, false),
    TIMEOUT_MS,
  );
  it(
    "gets no control tokens from tools, calls and results",
    () => expectNoTokensFromTools(setup),
    TIMEOUT_MS,
  );
});
