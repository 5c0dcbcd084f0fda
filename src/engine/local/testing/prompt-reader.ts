import { Tokenizer } from "@huggingface/tokenizers";
import type { Conversation } from "../../../openai/conversation.ts";
import { runAtOnce } from "../../../openai/testing/run-at-once.ts";
import type { MarkedTokenizer } from "../../tokenizer/marked-tokenizer.ts";
import type { PromptBuilder } from "../prompt-builder.ts";

/** Replaces each control token when a prompt is read back as text. */
export const TOKEN = "\uE000";

/**
 * Returns a function that gives a prompt as the model reads it, with `TOKEN` for each control token.
 *
 * @param promptBuilder of a `byteTokenizer`
 */
export function promptReader({
  tokenizer: { json },
  build,
}: Pick<PromptBuilder, "build"> & { readonly tokenizer: Pick<MarkedTokenizer, "json"> }) {
  const tokenizer = new Tokenizer(json, {});
  return (conversation: Conversation): string => {
    const pieces = runAtOnce(build(conversation, 1_000_000))?.pieces ?? [];
    let read = "";
    let bytes: number[] = [];
    const endBytes = () => {
      read += new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
      bytes = [];
    };
    const texts = pieces.flatMap((piece) => (piece.type === "text" ? [piece.text] : []));
    for (const id of tokenizer.encode(texts.join(""), { add_special_tokens: false }).ids) {
      if (id < 256) bytes.push(id);
      else {
        endBytes();
        read += TOKEN;
      }
    }
    endBytes();
    return read;
  };
}
