import type { ConversationFormat } from "./conversation-format.ts";
import { renderConversation } from "./render-conversation.ts";
import type { ConversationTemplate } from "./template.ts";

/** The format of a template in MLC's notation. */
export function mlcFormat(template: ConversationTemplate): ConversationFormat {
  return {
    render: (conversation) => renderConversation(template, conversation),
    texts: templateTexts(template),
    separators: template.seps,
    stopTexts: template.stop_str,
    stopTokenIds: template.stop_token_ids,
  };
}

function templateTexts(template: ConversationTemplate): string[] {
  const { roles, role_templates, seps, role_content_sep, role_empty_sep } = template;
  const roleTexts = Object.values(roles).flatMap((role) => [role + role_content_sep, role + role_empty_sep]);
  const around = [
    template.system_template,
    ...Object.values(role_templates ?? {}),
    ...seps,
    ...template.stop_str,
  ].flatMap((text = "") => text.split(/\{\w+\}/));
  return [...roleTexts, ...around];
}
