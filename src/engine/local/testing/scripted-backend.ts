import type { EngineIdentity } from "../../../contract/engine-identity.ts";
import type { CachedFile } from "../../../models/cached-file.ts";
import { xgrammarDialect } from "../../grammar/ebnf/xgrammar-dialect.ts";
import { mlcFormat } from "../../prompt/mlc-format.ts";
import { chatMl } from "../../prompt/testing/conversations.ts";
import { markTokenizer } from "../../tokenizer/marked-tokenizer.ts";
import { byteTokenizer } from "../../tokenizer/testing/byte-tokenizer.ts";
import { createTokenCounter } from "../../tokenizer/token-counter.ts";
import type { EngineBackend } from "../engine-backend.ts";
import { createPromptBuilder } from "../prompt-builder.ts";
import type { ScriptedRuntime } from "./scripted-runtime.ts";

const cachedFile = (path: string): CachedFile => ({
  path,
  bytes: 10,
  sha256: "0".repeat(64),
  source: path,
  cacheName: "test",
  key: path,
});

/** A backend on a device that is called the abacus. Its models have 2 prompt files and 3 with weights, of 10 bytes each. */
export function scriptedBackend(
  runtime: ScriptedRuntime,
  identity: EngineIdentity = { name: "scripted", version: "1" },
): EngineBackend {
  return {
    identity,
    grammarDialect: xgrammarDialect,
    failures: {
      kindOf: () => ({ type: "unknown" }),
      sentences: {
        outOfMemory: (model) => `The abacus is too small for '${model}'.`,
        lostInLoad: (model) => `The abacus broke under '${model}'.`,
        lostInReply: "The abacus broke.",
        stalled: (seconds) => `The abacus did not move for ${seconds} s.`,
      },
    },
    files: () => ({
      prompt: ["template", "tokenizer"].map(cachedFile),
      weights: ["library", "list", "weights"].map(cachedFile),
    }),
    checkDevice: () => Promise.resolve(),
    async prepare(model) {
      const tokenizer = markTokenizer(byteTokenizer(), "msecretx");
      const promptBuilder = createPromptBuilder({
        format: mlcFormat(chatMl),
        tokenizer,
        counter: createTokenCounter(tokenizer.json),
        prefixTokens: 0,
        endTokenIds: [256],
        images: undefined,
      });
      return Promise.resolve({
        promptBuilder,
        loadRuntime: (onProgress) => runtime.load(model.id, onProgress),
      });
    },
  };
}
