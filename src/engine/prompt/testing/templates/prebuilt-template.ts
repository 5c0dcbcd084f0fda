import type { ConversationTemplate } from "../../template.ts";

/** A chat template of web-llm's prebuilt list. */
export interface PrebuiltTemplate {
  readonly name: string;
  /** Matches the ids of the list's records that have it. */
  readonly models: RegExp;
  readonly template: ConversationTemplate;
  /** Those of its control tokens that the models' tokenizers have. */
  readonly tokens: readonly string[];
  /** Its plain text that a model may read as the start or the end of a turn or of the system text. */
  readonly plain?: RegExp;
}

type Fields = Partial<ConversationTemplate> & Pick<ConversationTemplate, "roles">;

/** Fills in the fields that most templates share. */
export function template(fields: Fields): ConversationTemplate {
  return {
    system_template: "{system_message}",
    seps: ["\n"],
    role_content_sep: "\n",
    role_empty_sep: "\n",
    stop_str: [],
    stop_token_ids: [],
    ...fields,
  };
}
