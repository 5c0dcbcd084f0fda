/** Whatever clients write, a prompt by a GGUF's own template has no more turns, system texts and tool calls than the conversation. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Conversation } from "../../openai/conversation.ts";
import { createPromptBuilder } from "../local/prompt-builder.ts";
import { promptReader, TOKEN } from "../local/testing/prompt-reader.ts";
import {
  conversationLength,
  conversationOf,
  countMatches,
  crossedOut,
  FORGED_TOOL_TAGS,
  textsMadeOf,
  TOOL_TAGS,
} from "../prompt/testing/hostile-conversation.ts";
import { markTokenizer } from "../tokenizer/marked-tokenizer.ts";
import { byteTokenizer } from "../tokenizer/testing/byte-tokenizer.ts";
import { createTokenCounter } from "../tokenizer/token-counter.ts";
import { formatOf } from "./testing/format-of.ts";
import type { FamilyTemplate } from "./testing/family-template.ts";
import { FAMILY_TEMPLATES } from "./testing/templates.ts";

/** Returns a function that gives a prompt as the model reads it. */
function reader(family: FamilyTemplate) {
  const tokenizer = markTokenizer(byteTokenizer(family.tokens), "msecretx");
  const { build } = createPromptBuilder({
    format: formatOf(family),
    tokenizer,
    counter: createTokenCounter(tokenizer.json),
    prefixTokens: 0,
    endTokenIds: [],
    images: undefined,
  });
  return promptReader({ tokenizer, build });
}

/** Everything that the template writes, one text after the other. */
function templateText(family: FamilyTemplate, conversation: Conversation): string {
  return formatOf(family)
    .render(conversation)
    .map((segment) => (segment.kind === "control" ? segment.text : "|"))
    .join("");
}

describe.each(FAMILY_TEMPLATES)(
  "the prompt of a hostile conversation, with the template of $name",
  (family) => {
    const format = formatOf(family);
    const own = [
      ...format.texts,
      ...family.tokens,
      family.source,
      "{{ bos_token }}{% endfor %}",
      ...FORGED_TOOL_TAGS,
    ].filter((text) => text !== "");

    it("has only the template's control tokens, markers and tool tags", () => {
      const read = reader(family);
      // Roles that are no tokens are marked by their plain text.
      const plain = ["[INST]", "[/INST]", "<<SYS>>", "<|user|>", "<|assistant|>", "<|system|>"].filter(
        (name) => !family.tokens.includes(name) && family.source.includes(name),
      );
      const words = family.name === "Vicuna" ? [/(?<![\p{L}\p{N}_])(?:USER|ASSISTANT):/gu] : [];
      fc.assert(
        fc.property(textsMadeOf(own), fc.boolean(), (texts, withTools) => {
          const [hostile = "", harmless = ""] = [texts, texts.map(crossedOut)].map((all) =>
            read(conversationOf(all, withTools)),
          );
          const signs = [TOKEN, ...plain, ...words, ...(withTools ? [TOOL_TAGS] : [])];
          expect(countMatches(hostile, signs)).toEqual(countMatches(harmless, signs));
        }),
        { numRuns: 30, seed: 20_261_122 },
      );
    });

    it("has the same text of the template, whatever clients write", () => {
      fc.assert(
        fc.property(textsMadeOf(own), fc.boolean(), (texts, withTools) => {
          const [hostile, harmless] = [texts, texts.map(crossedOut)].map((all) =>
            templateText(family, conversationOf(all, withTools)),
          );
          expect(hostile).toBe(harmless);
        }),
        { numRuns: 30, seed: 20_261_122 },
      );
    });

    it("does not change ordinary text", () => {
      const text = "Instruct me: 5. The <b>user</b> said {{ hi }} to a[i] << 2, $& and 你好 👩‍👩‍👧.";
      expect(reader(family)(conversationOf([text], false)).split(text)).toHaveLength(1 + conversationLength);
    });
  },
);
