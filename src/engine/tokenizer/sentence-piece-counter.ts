import * as z from "zod/mini";
import type { Sliced } from "../../util/sliced.ts";
import { addedTokenSchema, createAddedTokenSplitter } from "./added-tokens.ts";
import { applyMerges } from "./bpe-merges.ts";
import type { TokenCounter } from "./token-counter.ts";

const SPACE = "▁";

const tokenizerSchema = z.looseObject({ added_tokens: z.array(addedTokenSchema) });

/**
 * Counts as SentencePiece does in llama.cpp. Its vocabularies have no merges, and the half a million that would say the
 * same of 262,144 tokens take the library seconds to prepare.
 *
 * @param ranks of the tokens that neighbours are joined to, the lowest first
 * @param source the content of `tokenizer.json`, for the tokens that are found first
 */
export function createSentencePieceCounter(ranks: ReadonlyMap<string, number>, source: object): TokenCounter {
  const { added_tokens } = z.parse(tokenizerSchema, source);
  const addedTokens = new Map(added_tokens.map((token) => [token.content, token]));
  const split = createAddedTokenSplitter(addedTokens);
  const encoder = new TextEncoder();

  function* countSection(section: string): Sliced<number> {
    const text = section.replaceAll(" ", SPACE);
    let count = 0;
    for (const symbol of yield* applyMerges(text, (left, right) => ranks.get(left + right))) {
      // A character without a token is spelled in bytes.
      count += ranks.has(symbol) ? 1 : encoder.encode(symbol).length;
    }
    return count;
  }

  return {
    *count(text, limit) {
      let count = 0;
      for (const section of split(text)) {
        count += addedTokens.has(section) ? 1 : yield* countSection(section);
        if (count > limit) return count;
      }
      return count;
    },
  };
}
