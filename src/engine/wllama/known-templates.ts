/** Chat templates of GGUF files, known by the SHA-256 checksum of their Jinja text. */
import { sha256 } from "../../models/sha256.ts";
import type { Sampling } from "../../openai/conversation.ts";
import { CHAT_ML } from "../prompt/chat-ml.ts";
import type { ConversationTemplate } from "../prompt/template.ts";

export interface KnownTemplate {
  readonly template: ConversationTemplate;
  /** As the model's authors recommend it. */
  readonly sampling: Sampling;
}

const TEMPLATES: Readonly<Record<string, KnownTemplate>> = {
  // SmolLM2-135M-Instruct
  "872be49dbb638044ad01b60388f48d469ff2980e5f0dccdc22ec907db54d0788": {
    template: CHAT_ML,
    sampling: { temperature: 0.2, top_p: 0.9 },
  },
};

export interface TemplateTokens {
  /** Id of the token that every prompt begins with, if there is one. */
  readonly beginId: number | undefined;
  /** Ids of the tokens that end a reply. */
  readonly endIds: readonly number[];
}

/**
 * The template in our own format, with the sampling of its model.
 *
 * @param jinja the text of `tokenizer.chat_template`
 * @returns undefined for a template that we do not know
 */
export async function knownTemplate(
  jinja: string,
  { beginId, endIds }: TemplateTokens,
): Promise<KnownTemplate | undefined> {
  const known = TEMPLATES[await sha256(new TextEncoder().encode(jinja))];
  if (known === undefined) return undefined;
  const template = {
    ...known.template,
    system_prefix_token_ids: beginId === undefined ? null : [beginId],
    stop_token_ids: [...endIds],
  };
  return { ...known, template };
}
