/** The format in which a GGUF's model takes conversations. */
import { findControlTokens, isNamed } from "../../gguf/control-tokens.ts";
import { GgufError } from "../../gguf/gguf-error.ts";
import type { Metadata } from "../../gguf/header.ts";
import { integerField, textField, textsField } from "../../gguf/metadata-fields.ts";
import { beginTokenId } from "../../gguf/tokenizer-json.ts";
import type { Sampling } from "../../openai/conversation.ts";
import type { ConversationFormat } from "../prompt/conversation-format.ts";
import { mlcFormat } from "../prompt/mlc-format.ts";
import { knownTemplate } from "./known-templates.ts";

export interface ChatFormat {
  readonly format: ConversationFormat;
  /** Sampling of requests that ask for none. */
  readonly sampling: Sampling;
  /** Name of the template that we chose by the vocabulary, if the file has none. */
  readonly chosenTemplate: string | undefined;
}

/**
 * @param model its id, for messages
 * @throws {GgufError} if the file has no vocabulary, its template cannot be used, or it has none and none fits its tokens
 */
export async function readChatFormat(model: string, metadata: Metadata): Promise<ChatFormat> {
  const { tokens: controlTokens, endIds } = findControlTokens(metadata);
  const beginId = beginTokenId(metadata);
  const own = textField(metadata, "tokenizer.chat_template");
  const known = own === undefined ? undefined : await knownTemplate(own, { beginId, endIds });
  if (known !== undefined) {
    return { format: mlcFormat(known.template), sampling: known.sampling, chosenTemplate: undefined };
  }

  // Large, and not needed for the embedded model.
  const { chooseTemplate, createJinjaFormat, TemplateError } = await import("../jinja/jinja.ts");
  const chosen =
    own === undefined ? chooseTemplate(controlTokens.filter(isNamed).map(({ name }) => name)) : undefined;
  const source = own ?? chosen?.source;
  if (source === undefined) {
    throw new GgufError("has no chat template, nor the control tokens of one that we know");
  }
  const tokens = textsField(metadata, "tokenizer.ggml.tokens") ?? [];
  const nameOf = (id: number | undefined) => (id === undefined ? undefined : tokens[id]);
  try {
    const format = createJinjaFormat(source, {
      model,
      bosToken: nameOf(integerField(metadata, "tokenizer.ggml.bos_token_id") ?? beginId) ?? "",
      eosToken: nameOf(endIds[0]) ?? "",
      beginToken: nameOf(beginId),
    });
    return { format, sampling: {}, chosenTemplate: chosen?.name };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new GgufError(`has a chat template that cannot be used: it ${error.fault}`);
  }
}
